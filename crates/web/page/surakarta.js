// @ts-check
/**
 * Surakarta's loops: the two circuits (docs/games/surakarta.md) and the route of a capture along them, for the drawing
 * and for the man that travels. Who may capture whom is the server's business.
 */

const CIRCUITS = [
  ["a2 b2 c2 d2 e2 f2", "e1 e2 e3 e4 e5 e6", "f5 e5 d5 c5 b5 a5", "b6 b5 b4 b3 b2 b1"],
  ["a3 b3 c3 d3 e3 f3", "d1 d2 d3 d4 d5 d6", "f4 e4 d4 c4 b4 a4", "c6 c5 c4 c3 c2 c1"],
].map((lines) =>
  lines.flatMap((line, number) => line.split(" ").map((square) => ({ square, line: number }))),
);

/** The ends of the eight loops. */
export const LOOPS = CIRCUITS.flatMap((circuit) =>
  [5, 11, 17, 23].map((at) => [circuit[at].square, circuit[(at + 1) % 24].square]),
);

/**
 * The points that a capture passes, both ends included; a loop lies between neighbours of the list that are in
 * `LOOPS`. The shortest route, where there are several; only the ends, where there is none.
 * @param {string} from @param {string} to @param {(square: string) => boolean} isEmpty before the move
 * @returns {string[]}
 */
export function route(from, to, isEmpty) {
  /** @type {string[] | null} */
  let best = null;
  for (const circuit of CIRCUITS) {
    for (const start of circuit.keys()) {
      if (circuit[start].square !== from) continue;
      for (const step of [1, 23]) {
        const passed = [from];
        let loops = 0;
        for (let at = start, count = 0; count < 24; count++) {
          const next = (at + step) % 24;
          if (circuit[next].line !== circuit[at].line) loops += 1;
          at = next;
          const { square } = circuit[at];
          passed.push(square);
          if (square === to && loops > 0) {
            if (!best || passed.length < best.length) best = passed;
            break;
          }
          if (square !== from && !isEmpty(square)) break;
        }
      }
    }
  }
  return best ?? [from, to];
}

/**
 * Whether a loop joins two points.
 * @param {string} one @param {string} two
 */
export function isLoop(one, two) {
  return LOOPS.some(([a, b]) => (a === one && b === two) || (a === two && b === one));
}
