//! Expansion of a pattern to the paths that match it.

use super::{braces, flag};
use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::{AT_FDCWD, AT_SYMLINK_NOFOLLOW};
use crate::text::wildcard::{self, Rules};

/// The reason for a failed expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// A directory cannot be read, and `GLOB_ERR` is set.
    Aborted,
    /// A home directory is unknown.
    NoMatch,
    /// The decision belongs to the program's own function.
    Callback,
}

type Paths = Result<Vec<Vec<u8>>, Ending>;

/// One call of `glob`.
pub(super) struct Expansion<'a> {
    pub(super) world: &'a mut Posix,
    pub(super) flags: u32,
    pub(super) home: Option<Vec<u8>>,
    /// Did the program pass an error function?
    pub(super) callback: bool,
    /// Was there a wildcard?
    pub(super) magic: bool,
}

/// Does the pattern contain a wildcard?
pub(super) fn has_magic(pattern: &[u8], escapes: bool) -> bool {
    let (mut at, mut open) = (0, false);
    while at < pattern.len() {
        match pattern[at] {
            b'?' | b'*' => return true,
            b'\\' if escapes => at += 1,
            b'[' => open = true,
            b']' if open => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

impl Expansion<'_> {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    fn escapes(&self) -> bool {
        !self.has(flag::NOESCAPE)
    }

    /// All paths, sorted separately for each alternative of braces; or the pattern, if the flags say so.
    pub(super) fn all(&mut self, pattern: &[u8]) -> Paths {
        let patterns =
            if self.has(flag::BRACE) { braces::expand(pattern, self.escapes()) } else { vec![pattern.to_vec()] };
        let mut paths = Vec::new();
        for pattern in &patterns {
            let home = self.tilde(pattern)?;
            // A home directory itself is assumed to exist.
            let mut found = match &home {
                Some(home) if !pattern.contains(&b'/') => vec![home.clone()],
                Some(home) => self.pattern(home, self.has(flag::ONLYDIR))?,
                None => self.pattern(pattern, self.has(flag::ONLYDIR))?,
            };
            if self.has(flag::MARK) {
                found.iter_mut().for_each(|path| self.mark(path));
            }
            if !self.has(flag::NOSORT) {
                found.sort();
            }
            paths.extend(found);
        }
        let literal = self.has(flag::NOCHECK) || self.has(flag::NOMAGIC) && !has_magic(pattern, self.escapes());
        if paths.is_empty() && literal {
            paths.push(pattern.to_vec());
        }
        Ok(paths)
    }

    /// Paths of a pattern without braces and tilde, unsorted.
    fn pattern(&mut self, pattern: &[u8], only_dirs: bool) -> Paths {
        self.magic |= has_magic(pattern, self.escapes());
        let Some(slash) = pattern.iter().rposition(|&b| b == b'/') else {
            return self.in_directory(b"", pattern, only_dirs);
        };
        let (dir, name) = (&pattern[..slash], &pattern[slash + 1..]);
        let dirs = if dir.is_empty() {
            vec![b"/".to_vec()]
        } else if has_magic(dir, self.escapes()) {
            // In a directory's name, a leading period is only matched explicitly, regardless of the flags.
            let flags = self.flags;
            self.flags &= !flag::PERIOD;
            let dirs = self.pattern(dir, true);
            self.flags = flags;
            dirs?
        } else {
            vec![self.unescaped(dir)]
        };
        let mut paths = Vec::new();
        for dir in dirs {
            if name.is_empty() {
                let trailing = [&dir, &b"/"[..]].concat();
                paths.extend(self.is_directory(&dir).then_some(trailing));
            } else {
                paths.extend(self.in_directory(&dir, name, only_dirs)?);
            }
        }
        Ok(paths)
    }

    /// The names of a directory that match, as paths.
    fn in_directory(&mut self, dir: &[u8], pattern: &[u8], only_dirs: bool) -> Paths {
        let joined = |name: &[u8]| match dir {
            b"" => name.to_vec(),
            b"/" => [b"/", name].concat(),
            _ => [dir, b"/", name].concat(),
        };
        let escaped = self.escapes() && pattern.contains(&b'\\');
        let search = has_magic(pattern, self.escapes()) || escaped && only_dirs;
        if !search {
            let path = joined(&self.unescaped(pattern));
            let there = self.world.fs.find(AT_FDCWD, &path, AT_SYMLINK_NOFOLLOW).is_ok();
            return Ok(if there { vec![path] } else { Vec::new() });
        }
        let names = match self.names(dir) {
            Ok(names) => names,
            Err(Errno::ENOTDIR) => return Ok(Vec::new()),
            Err(_) if self.callback => return Err(Ending::Callback),
            Err(_) if self.has(flag::ERR) => return Err(Ending::Aborted),
            Err(_) => return Ok(Vec::new()),
        };
        let escape = if self.escapes() { 0 } else { Rules::NOESCAPE };
        let rules = Rules(escape | if self.has(flag::PERIOD) { 0 } else { Rules::PERIOD });
        let charset = self.world.charset;
        let fitting = names.into_iter().filter(|name| wildcard::matches(pattern, name, rules, charset) == Some(true));
        let mut paths: Vec<Vec<u8>> = fitting.map(|name| joined(&name)).collect();
        if only_dirs {
            paths.retain(|path| self.is_directory(path));
        }
        Ok(paths)
    }

    fn names(&mut self, dir: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
        let dir = if dir.is_empty() { b"." } else { dir };
        let node = self.world.fs.find(AT_FDCWD, dir, 0)?;
        self.world.fs.access(node, 4)?;
        let mut names = self.world.fs.names(node)?;
        for own in [&b"."[..], b".."] {
            if !names.iter().any(|name| name == own) {
                names.push(own.to_vec());
            }
        }
        Ok(names)
    }

    fn is_directory(&mut self, path: &[u8]) -> bool {
        let Ok(node) = self.world.fs.find(AT_FDCWD, path, 0) else { return false };
        self.world.fs.stat(node).mode & 0o170_000 == 0o040_000
    }

    fn mark(&mut self, path: &mut Vec<u8>) {
        // Only literal directories keep their own slash.
        let marked = path.ends_with(b"/") && !self.magic;
        if !marked && self.is_directory(path) {
            path.push(b'/');
        }
    }

    fn unescaped(&self, text: &[u8]) -> Vec<u8> {
        if !self.escapes() {
            return text.to_vec();
        }
        let (mut plain, mut at) = (Vec::with_capacity(text.len()), 0);
        while at < text.len() {
            if text[at] == b'\\' && at + 1 < text.len() {
                at += 1;
            }
            plain.push(text[at]);
            at += 1;
        }
        plain
    }

    /// The pattern with a leading `~` or `~user` replaced, if the flags ask for it and the user is known.
    fn tilde(&mut self, pattern: &[u8]) -> Result<Option<Vec<u8>>, Ending> {
        if !self.has(flag::TILDE | flag::TILDE_CHECK) || !pattern.starts_with(b"~") {
            return Ok(None);
        }
        let end = pattern.iter().position(|&b| b == b'/').unwrap_or(pattern.len());
        let user = &pattern[1..end];
        let home = if user.is_empty() {
            let own = self.home.clone().filter(|home| !home.is_empty());
            let uid = self.world.fs.user().uid;
            own.or_else(|| self.world.users().into_iter().find(|u| u.uid == uid).map(|u| u.home))
        } else {
            self.world.users().into_iter().find(|u| u.name == user).map(|u| u.home)
        };
        match home {
            Some(home) => Ok(Some([&home, &pattern[end..]].concat())),
            None if self.has(flag::TILDE_CHECK) => Err(Ending::NoMatch),
            None => Ok(None),
        }
    }
}
