import type { Answer } from '../owner.ts';
import { bodyCases } from './hostile-bodies.ts';
import { idCases } from './hostile-ids.ts';
import { queryCases } from './hostile-queries.ts';
import { type ContractRequest, type endpoints, validRequest } from './requests.ts';

export type ContractRoute = (typeof endpoints)[number];

/** A request that an endpoint has to refuse, or at least to survive, and what is expected of the answer to its owner. */
export interface HostileCase {
  /** What is hostile about it. */
  value: string;
  request(ids: Record<string, string>): ContractRequest;
  check(answer: Answer<unknown>): void;
  /** Whether its path may be that of no endpoint, which is found before the token is looked at. */
  mayBeUnrouted?: true;
}

/** Everything that one endpoint is tried with. An endpoint without any input gets its valid request, which is the case for its tokens. */
export function hostileCases(route: ContractRoute): HostileCase[] {
  const cases = [...bodyCases(route), ...queryCases(route), ...idCases(route)];
  if (cases.length > 0) return cases;
  return [{ value: 'nothing', request: (ids) => validRequest(route, ids), check: () => {} }];
}
