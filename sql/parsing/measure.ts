import { fail } from '../fault.ts';
import { limits } from '../limits.ts';
import type { Query } from '../syntax/queries.ts';

/**
 * Throws for a tree that is too large or too deep for recursive functions. Iterates with a list of its own, so that
 * depth does not matter here.
 */
export function measure(query: Query): void {
  const waiting: unknown[] = [query];
  const depths = [1];
  let nodes = 0;
  let subqueries = 0;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const depth = depths.pop() ?? 1;
    if (Array.isArray(value)) {
      for (const item of value) {
        if (typeof item !== 'object') continue;
        waiting.push(item);
        depths.push(depth);
      }
      continue;
    }
    const node = value as { at?: number; with?: unknown };
    const isNode = node.at !== undefined;
    if (isNode) {
      nodes += 1;
      if (node.with) subqueries += 1;
      refuse(node.at ?? 0, depth, nodes, subqueries);
    }
    for (const member of Object.values(node)) {
      if (typeof member !== 'object' || member === null) continue;
      waiting.push(member);
      depths.push(isNode ? depth + 1 : depth);
    }
  }
}

function refuse(at: number, depth: number, nodes: number, subqueries: number): void {
  if (depth > limits.depth) tooComplex(at, limits.depth, 'operators in a row or in one another');
  if (nodes > limits.nodes) tooComplex(at, limits.nodes, 'expressions');
  if (subqueries > limits.subqueries) tooComplex(at, limits.subqueries, 'subqueries');
}

function tooComplex(at: number, max: number, what: string): never {
  fail('query_too_complex', at, `A query has at most ${max} ${what}.`, { hint: 'Split it into several queries.' });
}
