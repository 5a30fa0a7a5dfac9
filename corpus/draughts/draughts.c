/* Draughts (English rules) driven by a script on standard input.
 *
 * Commands: show, clear, place PIECE SQUARE, turn w|b, moves, play MOVE,
 * undo, count, perft DEPTH, best DEPTH.  Moves are written c3-d4 (quiet) or
 * c3:e5:g7 (captures).  Capturing is compulsory; a man that reaches the far
 * row becomes a king and its move ends there. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 8
#define MAX_STEPS 9
#define MAX_MOVES 96
#define MAX_HISTORY 32
#define WIN_SCORE 10000

enum side { WHITE, BLACK };

struct square {
    int row, col;
};

struct move {
    struct square path[MAX_STEPS];
    int length;                       /* squares in path */
    struct square taken[MAX_STEPS];
    int captures;
};

struct move_list {
    struct move items[MAX_MOVES];
    int count;
};

struct game {
    char board[SIZE][SIZE];
    enum side turn;
    int quiet_plies;                  /* plies since a capture or a man's move */
};

static struct game history[MAX_HISTORY];
static int history_length;
static int errors;

/* ---- the board ---------------------------------------------------------- */

static int on_board(int row, int col)
{
    return row >= 0 && row < SIZE && col >= 0 && col < SIZE;
}

static int is_king(char piece)
{
    return piece == 'W' || piece == 'B';
}

static int owner(char piece)
{
    switch (piece) {
    case 'w':
    case 'W':
        return WHITE;
    case 'b':
    case 'B':
        return BLACK;
    default:
        return -1;
    }
}

static enum side other(enum side side)
{
    return side == WHITE ? BLACK : WHITE;
}

static int forward(enum side side)
{
    return side == WHITE ? 1 : -1;
}

static int home_row(enum side side)
{
    return side == WHITE ? 0 : SIZE - 1;
}

static void clear_board(struct game *game)
{
    memset(game->board, '.', sizeof game->board);
    game->turn = WHITE;
    game->quiet_plies = 0;
}

static void set_up(struct game *game)
{
    clear_board(game);
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            if ((row + col) % 2 != 0)
                continue;
            if (row < 3)
                game->board[row][col] = 'w';
            else if (row >= SIZE - 3)
                game->board[row][col] = 'b';
        }
    }
}

static void show(const struct game *game)
{
    for (int row = SIZE - 1; row >= 0; row--) {
        printf("%d ", row + 1);
        for (int col = 0; col < SIZE; col++)
            putchar(game->board[row][col]);
        putchar('\n');
    }
    printf("  abcdefgh  %s to move\n", game->turn == WHITE ? "white" : "black");
}

/* ---- moves -------------------------------------------------------------- */

static void add_move(struct move_list *list, const struct move *move)
{
    if (list->count < MAX_MOVES)
        list->items[list->count++] = *move;
}

/* May a piece leave in this row direction?  Men only go forward. */
static int may_go(char piece, int row_step)
{
    return is_king(piece) || row_step == forward(owner(piece));
}

static int already_taken(const struct move *move, int row, int col)
{
    for (int i = 0; i < move->captures; i++)
        if (move->taken[i].row == row && move->taken[i].col == col)
            return 1;
    return 0;
}

/* Extends the move by every capture that is possible from its last square.
 * The piece itself has been lifted from the board. */
static void extend_captures(const struct game *game, struct move_list *list,
                            struct move *move, char piece)
{
    struct square at = move->path[move->length - 1];
    int extended = 0;

    for (int row_step = -1; row_step <= 1; row_step += 2) {
        if (!may_go(piece, row_step))
            continue;
        for (int col_step = -1; col_step <= 1; col_step += 2) {
            int over_row = at.row + row_step, over_col = at.col + col_step;
            int to_row = over_row + row_step, to_col = over_col + col_step;
            if (!on_board(to_row, to_col) || move->length == MAX_STEPS)
                continue;
            int victim = owner(game->board[over_row][over_col]);
            if (victim < 0 || victim == owner(piece))
                continue;
            if (game->board[to_row][to_col] != '.' ||
                already_taken(move, over_row, over_col))
                continue;

            extended = 1;
            move->taken[move->captures].row = over_row;
            move->taken[move->captures].col = over_col;
            move->captures++;
            move->path[move->length].row = to_row;
            move->path[move->length].col = to_col;
            move->length++;
            if (!is_king(piece) && to_row == home_row(other(owner(piece))))
                add_move(list, move);
            else
                extend_captures(game, list, move, piece);
            move->length--;
            move->captures--;
        }
    }
    if (!extended && move->captures > 0)
        add_move(list, move);
}

static void captures_from(struct game *game, int row, int col, struct move_list *list)
{
    struct move move;
    char piece = game->board[row][col];

    move.path[0].row = row;
    move.path[0].col = col;
    move.length = 1;
    move.captures = 0;
    game->board[row][col] = '.';
    extend_captures(game, list, &move, piece);
    game->board[row][col] = piece;
}

static void quiet_from(struct game *game, int row, int col, struct move_list *list)
{
    char piece = game->board[row][col];
    struct move move;

    move.path[0].row = row;
    move.path[0].col = col;
    move.length = 2;
    move.captures = 0;
    for (int row_step = -1; row_step <= 1; row_step += 2) {
        if (!may_go(piece, row_step))
            continue;
        for (int col_step = -1; col_step <= 1; col_step += 2) {
            int to_row = row + row_step, to_col = col + col_step;
            if (!on_board(to_row, to_col) || game->board[to_row][to_col] != '.')
                continue;
            move.path[1].row = to_row;
            move.path[1].col = to_col;
            add_move(list, &move);
        }
    }
}

typedef void generator(struct game *, int, int, struct move_list *);

static void for_each_piece(struct game *game, generator *generate, struct move_list *list)
{
    for (int row = 0; row < SIZE; row++)
        for (int col = 0; col < SIZE; col++)
            if (owner(game->board[row][col]) == (int)game->turn)
                generate(game, row, col, list);
}

static void legal_moves(struct game *game, struct move_list *list)
{
    list->count = 0;
    for_each_piece(game, captures_from, list);
    if (list->count == 0)
        for_each_piece(game, quiet_from, list);
}

static void apply(struct game *game, const struct move *move)
{
    struct square from = move->path[0], to = move->path[move->length - 1];
    char piece = game->board[from.row][from.col];

    game->quiet_plies++;
    if (move->captures > 0 || !is_king(piece))
        game->quiet_plies = 0;
    game->board[from.row][from.col] = '.';
    for (int i = 0; i < move->captures; i++)
        game->board[move->taken[i].row][move->taken[i].col] = '.';
    if (to.row == home_row(other(game->turn)))
        piece = (char)toupper((unsigned char)piece);
    game->board[to.row][to.col] = piece;
    game->turn = other(game->turn);
}

/* ---- search ------------------------------------------------------------- */

/* Material and advancement, seen by the side to move. */
static int evaluate(const struct game *game)
{
    int score = 0;

    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            char piece = game->board[row][col];
            int value;
            if (piece == '.')
                continue;
            if (is_king(piece))
                value = 300;
            else
                value = 100 + 3 * abs(row - home_row(owner(piece)));
            if (col == 0 || col == SIZE - 1)
                value += 2;
            score += owner(piece) == (int)game->turn ? value : -value;
        }
    }
    return score;
}

static int search(const struct game *game, int depth, int alpha, int beta, struct move *best)
{
    struct game node = *game;
    struct move_list *list = malloc(sizeof *list);
    int top = -WIN_SCORE - 100;

    if (list == NULL)
        exit(3);
    legal_moves(&node, list);
    if (list->count == 0)
        top = -WIN_SCORE - depth;
    else if (depth == 0)
        top = evaluate(&node);
    else {
        for (int i = 0; i < list->count; i++) {
            struct game next = node;
            apply(&next, &list->items[i]);
            int score = -search(&next, depth - 1, -beta, -alpha, NULL);
            if (score > top) {
                top = score;
                if (best != NULL)
                    *best = list->items[i];
            }
            if (top > alpha)
                alpha = top;
            if (alpha >= beta)
                break;
        }
    }
    free(list);
    return top;
}

static long perft(const struct game *game, int depth)
{
    struct game node = *game;
    struct move_list *list;
    long leaves = 0;

    if (depth == 0)
        return 1;
    list = malloc(sizeof *list);
    if (list == NULL)
        exit(3);
    legal_moves(&node, list);
    for (int i = 0; i < list->count; i++) {
        struct game next = node;
        apply(&next, &list->items[i]);
        leaves += perft(&next, depth - 1);
    }
    free(list);
    return leaves;
}

/* ---- the script --------------------------------------------------------- */

static int read_square(const char *text, struct square *square)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return 0;
    square->col = text[0] - 'a';
    square->row = text[1] - '1';
    return 1;
}

static void format_move(const struct move *move, char *text)
{
    char mark = move->captures > 0 ? ':' : '-';

    for (int i = 0; i < move->length; i++) {
        if (i > 0)
            *text++ = mark;
        *text++ = (char)('a' + move->path[i].col);
        *text++ = (char)('1' + move->path[i].row);
    }
    *text = '\0';
}

static void complain(const char *what, const char *argument)
{
    printf("error: %s %s\n", what, argument);
    errors++;
}

static void play(struct game *game, const char *text)
{
    struct move_list list;
    char written[MAX_STEPS * 3 + 1];

    legal_moves(game, &list);
    for (int i = 0; i < list.count; i++) {
        format_move(&list.items[i], written);
        if (strcmp(written, text) != 0)
            continue;
        if (history_length == MAX_HISTORY) {
            memmove(history, history + 1, sizeof history - sizeof history[0]);
            history_length--;
        }
        history[history_length++] = *game;
        apply(game, &list.items[i]);
        legal_moves(game, &list);
        if (list.count == 0)
            printf("%s wins\n", game->turn == WHITE ? "black" : "white");
        else if (game->quiet_plies >= 20)
            printf("draw\n");
        return;
    }
    complain("illegal move", text);
}

static void list_moves(struct game *game)
{
    struct move_list list;
    char written[MAX_STEPS * 3 + 1];

    legal_moves(game, &list);
    printf("%d:", list.count);
    for (int i = 0; i < list.count; i++) {
        format_move(&list.items[i], written);
        printf(" %s", written);
    }
    putchar('\n');
}

static void count_pieces(const struct game *game)
{
    int men[2] = {0, 0}, kings[2] = {0, 0};

    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            int side = owner(game->board[row][col]);
            if (side < 0)
                continue;
            if (is_king(game->board[row][col]))
                kings[side]++;
            else
                men[side]++;
        }
    }
    printf("white %d+%d black %d+%d quiet %d\n", men[WHITE], kings[WHITE], men[BLACK],
           kings[BLACK], game->quiet_plies);
}

static void place(struct game *game, const char *piece, const char *where)
{
    struct square square;

    if (strlen(piece) != 1 || strchr("wWbB.", piece[0]) == NULL)
        complain("no such piece", piece);
    else if (!read_square(where, &square) || (square.row + square.col) % 2 != 0)
        complain("no such square", where);
    else
        game->board[square.row][square.col] = piece[0];
}

static void best_move(struct game *game, int depth)
{
    struct move best;
    char written[MAX_STEPS * 3 + 1] = "none";

    best.length = 0;
    best.captures = 0;
    int score = search(game, depth, -WIN_SCORE * 2, WIN_SCORE * 2, &best);
    if (best.length > 0)
        format_move(&best, written);
    printf("best %s score %d\n", written, score);
}

static void obey(struct game *game, const char *command, const char *first, const char *second)
{
    if (strcmp(command, "show") == 0)
        show(game);
    else if (strcmp(command, "clear") == 0)
        clear_board(game);
    else if (strcmp(command, "place") == 0)
        place(game, first, second);
    else if (strcmp(command, "turn") == 0)
        game->turn = first[0] == 'b' ? BLACK : WHITE;
    else if (strcmp(command, "moves") == 0)
        list_moves(game);
    else if (strcmp(command, "play") == 0)
        play(game, first);
    else if (strcmp(command, "count") == 0)
        count_pieces(game);
    else if (strcmp(command, "perft") == 0)
        printf("perft %d: %ld\n", atoi(first), perft(game, atoi(first)));
    else if (strcmp(command, "best") == 0)
        best_move(game, atoi(first));
    else if (strcmp(command, "undo") == 0) {
        if (history_length == 0)
            complain("nothing to", "undo");
        else
            *game = history[--history_length];
    } else
        complain("unknown command", command);
}

int main(void)
{
    struct game game;
    char line[256];

    set_up(&game);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char command[16] = "", first[40] = "", second[8] = "";
        int words = sscanf(line, "%15s %39s %7s", command, first, second);
        if (words < 1 || command[0] == '#')
            continue;
        obey(&game, command, first, second);
    }
    return errors > 0 ? 1 : 0;
}
