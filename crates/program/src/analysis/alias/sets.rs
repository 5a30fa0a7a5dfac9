//! Hash-consed points-to sets. Most pointers of a program share their set with many others: each
//! distinct set is stored once, and unions are cached.

use std::collections::HashMap;
use std::sync::Arc;

use super::bits::Bits;
use super::elements::Step;

/// A set, by its number.
pub(super) type SetId = u32;

/// All sets in use.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    all: Vec<Arc<Bits>>,
    numbers: HashMap<Arc<Bits>, SetId>,
    unions: HashMap<(SetId, SetId), SetId>,
    steps: HashMap<(SetId, Step), SetId>,
}

impl Sets {
    /// The empty set.
    pub(super) const EMPTY: SetId = 0;

    pub(super) fn new() -> Sets {
        let empty = Arc::new(Bits::default());
        let numbers = HashMap::from([(Arc::clone(&empty), Self::EMPTY)]);
        Sets { all: vec![empty], numbers, unions: HashMap::new(), steps: HashMap::new() }
    }

    pub(super) fn get(&self, id: SetId) -> Arc<Bits> {
        Arc::clone(&self.all[id as usize])
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn number(&mut self, set: Bits) -> SetId {
        if let Some(&id) = self.numbers.get(&set) {
            return id;
        }
        let set = Arc::new(set);
        let id = self.all.len() as SetId;
        self.all.push(Arc::clone(&set));
        self.numbers.insert(set, id);
        id
    }

    pub(super) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == Self::EMPTY {
            return a;
        }
        if a == Self::EMPTY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&id) = self.unions.get(&key) {
            return id;
        }
        let mut both = (*self.all[a as usize]).clone();
        both.add_all(&self.all[b as usize]);
        let id = self.number(both);
        self.unions.insert(key, id);
        id
    }

    pub(super) fn with(&mut self, set: SetId, member: u32) -> SetId {
        let one = self.number(Bits::one(member));
        self.union(set, one)
    }

    /// The cached result of applying `step` to `set`.
    pub(super) fn stepped(&self, set: SetId, step: Step) -> Option<SetId> {
        self.steps.get(&(set, step)).copied()
    }

    pub(super) fn note_step(&mut self, set: SetId, step: Step, result: SetId) {
        self.steps.insert((set, step), result);
    }

    /// Drops all sets except those that `live` visits, which get new numbers.
    pub(super) fn keep(&mut self, mut live: impl FnMut(&mut dyn FnMut(&mut SetId))) {
        let old = std::mem::replace(self, Sets::new());
        let mut moved: Vec<Option<SetId>> = vec![None; old.all.len()];
        live(&mut |id: &mut SetId| {
            let slot = &mut moved[*id as usize];
            *id = *slot.get_or_insert_with(|| {
                let set = Arc::clone(&old.all[*id as usize]);
                *self.numbers.entry(Arc::clone(&set)).or_insert_with(|| {
                    self.all.push(set);
                    self.all.len() as SetId - 1
                })
            });
        });
    }
}
