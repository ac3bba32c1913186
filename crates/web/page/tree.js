// @ts-check
/**
 * The moves of a game with their variations: a tree with a cursor. The first child of a node is its main line, the
 * latest one where redo goes.
 */

/** @typedef {{move: string, parent: Node | null, children: Node[], ply: number, latest: Node | null}} Node */

export class Tree {
  constructor() {
    /** @type {Node} */
    this.root = { move: "", parent: null, children: [], ply: 0, latest: null };
    this.at = this.root;
  }

  /**
   * Goes along moves from the root; what is new becomes a variation, `rest` is what follows.
   * @param {string[]} moves @param {string[]} [rest]
   */
  follow(moves, rest = []) {
    this.at = this.along(this.root, moves);
    this.along(this.at, rest);
    for (let node = this.at; node.parent; node = node.parent) node.parent.latest = node;
  }

  /**
   * @param {Node} from @param {string[]} moves @returns {Node}
   */
  along(from, moves) {
    let node = from;
    for (const move of moves) {
      let next = node.children.find((child) => child.move === move);
      if (!next) {
        next = { move, parent: node, children: [], ply: node.ply + 1, latest: null };
        node.children.push(next);
      }
      node = next;
    }
    return node;
  }
}

/**
 * The moves that lead to a node.
 * @param {Node} node @returns {string[]}
 */
export function path(node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

/**
 * How the line goes on behind a node.
 * @param {Node} node @returns {string[]}
 */
export function rest(node) {
  const moves = [];
  for (let at = node.children[0]; at; at = at.children[0]) moves.push(at.move);
  return moves;
}
