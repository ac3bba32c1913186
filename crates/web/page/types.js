// @ts-check
/**
 * The words of the protocol (docs/use/engine.md) as types: what the page asks and what it is answered. No code.
 *
 * @typedef {"b" | "w"} Side
 * @typedef {null | "b" | "w" | "draw"} Over
 * @typedef {"win" | "loss" | "draw" | "at least a draw" | "not a win" | "unknown"} Value
 * @typedef {true | false | "conditional"} Verified
 *
 * A board: rows from the top, a letter a square (. empty, b w men, B W kings).
 * @typedef {{columns: string[], rows: string[], men: string[]}} BoardText
 * @typedef {{move: string, squares: string[]}} LegalMove
 * @typedef {{picture: string, board: BoardText | null, kind: string, moves: LegalMove[], sentence: string}} Sight
 *
 * @typedef {{name: string, about: string, boards: string, options: string, first: string, moves: string,
 *   position: string, player_note: string, usual: boolean, spec: string, sizes: string[]}} Game
 *
 * @typedef {{kind: "estimate" | "win" | "loss" | "draw", value: number | null}} Score
 * @typedef {{best: string | null, score: Score, expected: number | null, depth: number, nodes: number, ms: number,
 *   line: string[]}} Eval
 *
 * What is known of a move, for the side that makes it; plies count the move itself.
 * @typedef {{move: string, value: Value, verified: Verified, claimed: Value | null, plies: number | null,
 *   estimate: number | null, expected: number | null}} Entry
 *
 * @typedef {{phase: string, seconds: number, nodes: number, rate: number, fill: number | null, memory: number | null,
 *   pn: number | null, dn: number | null, best: string | null, moves: {solved: number, open: number} | null,
 *   plies: [number, number][] | null}} Progress
 * @typedef {{value: Value, claimed: Value | null, best: string | null, plies: number | null, line: string[],
 *   method: string, stopped: string, nodes: number, seconds: number, verified: Verified, rests_on: unknown[],
 *   sentence: string, saved: boolean, certificate: null | {name: string, positions: number, bytes: number}}} Proof
 *
 * @typedef {{name: string, game: string, position: string, claims: string[], positions: number, bytes: number,
 *   verified: Verified}} Certificate
 * @typedef {{verified: Verified, claims: string[], positions: number, replies: number, seconds: number,
 *   rests_on: unknown[], sha256: string, sentence: string}} Verification
 * @typedef {{reply: string, answer: string | null, plies: number | null, table?: boolean}} Reply
 *
 * How much of a proof lies below a reply; more than was counted, perhaps.
 * @typedef {{reply: string, positions: number, more: boolean}} Below
 * @typedef {{claim: string, holder: Side, position: string, side: Side, over: Over, picture: string,
 *   board: BoardText | null, move: string | null, plies: number | null, table: boolean, replies: Reply[],
 *   why: string[]}} Explained
 *
 * @typedef {{number: number, game: string | null, black: string | null, white: string | null, result: string | null,
 *   position: string | null, moves: string[], fault: string | null}} RecordedGame
 * @typedef {{ply: number, number: number, side: Side, move: string,
 *   judgement: "fine" | "mistake" | "loses" | "missed win", cost: number | null, drop: number | null,
 *   black_expects: number | null, known: {winner: "b" | "w" | "draw", how: "over" | "proved" | "found"} | null,
 *   best: string | null, line: string[] | null,
 *   standing: string, better: string[] | null}} Judged
 * @typedef {{plies: number, missed_wins: number, losing_moves: number, mistakes: number,
 *   lost_from: null | {ply: number, number: number, move: string, loser: Side, proved: boolean}, annotated: {format: string, text: string} | null,
 *   moves: Judged[]}} Analysis
 *
 * @typedef {{id: string, done: boolean, stopped?: boolean, error?: string, game?: string, position?: string,
 *   side?: Side, over?: Over, view?: Sight, moves?: string[], games?: Game[], eval?: Eval | null,
 *   threat?: Eval | null, values?: Entry | Entry[], proof?: Progress | Proof | null,
 *   verify?: Progress | Verification, explain?: Explained, record?: {format: string, games: RecordedGame[]},
 *   records?: {name: string}[], below?: Below | Below[],
 *   analysis?: Judged | Analysis, certificates?: Certificate[], certificate?: {name: string, base64: string},
 *   cluster?: null | {text: string, status: Record<string, unknown> | null}, open?: Certificate}} Answer
 */
export {};
