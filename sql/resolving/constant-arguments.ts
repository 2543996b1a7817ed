import { fail } from '../fault.ts';
import type { Expr } from '../plan/expressions.ts';

/** Index of the argument that is a count from 1, and of the argument that is a share, by function. */
const counts: Readonly<Record<string, number>> = { NTILE: 0, NTH_VALUE: 1, APPROX_QUANTILES: 1, APPROX_TOP_COUNT: 1 };
const shares: Readonly<Record<string, number>> = { PERCENTILE_CONT: 1, PERCENTILE_DISC: 1 };

/** @throws Fault for a constant that the function does not accept. */
export function refuseConstants(name: string, args: readonly Expr[]): void {
  const count = Object.hasOwn(counts, name) ? args[counts[name] ?? 0] : undefined;
  if (count?.kind === 'literal' && !(Number(count.value) >= 1))
    fail('invalid_query', count.at, `The argument to ${name} must be at least 1.`);
  const share = Object.hasOwn(shares, name) ? args[shares[name] ?? 0] : undefined;
  if (share?.kind === 'literal' && !(Number(share.value) >= 0 && Number(share.value) <= 1)) {
    fail('invalid_query', share.at, `The argument to ${name} must be between 0 and 1.`);
  }
}
