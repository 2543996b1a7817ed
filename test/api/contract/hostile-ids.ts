import type { ContractRoute, HostileCase } from './hostile-case.ts';
import { expectProblem } from './problem.ts';
import { addressOf, validRequest } from './requests.ts';

const hostileIds: [string, string][] = [
  ['no id at all', '%00'],
  ['a traversal', '..%2F..%2Fusers'],
  ['a prototype member', '__proto__'],
  ['a broken escape', '%E0%A4%A'],
  ['far too long', 'x'.repeat(4_000)],
];

/** Values in place of each id in the path, which is then of nothing. */
export function idCases(route: ContractRoute): HostileCase[] {
  if (!route.endpoint.params || route.endpoint.access === 'public') return [];
  return hostileIds.map(([name, hostile]) => ({
    value: `${name} in place of an id`,
    request(ids) {
      const marked = Object.fromEntries(Object.keys(ids).map((id) => [id, 'HOSTILE']));
      const path = addressOf(route, marked).replaceAll('HOSTILE', hostile);
      return { ...validRequest(route, ids), path };
    },
    check: (answer) => void expectProblem(answer, 404),
    mayBeUnrouted: true,
  }));
}
