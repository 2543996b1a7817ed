import { Problem } from '../../../../domain/errors.ts';
import type { OwnerSlots } from '../../../../domain/leases/owner-slots.ts';
import { limits, limitText } from '../../../../domain/limits.ts';
import { queryProblemDetails } from '../../../../domain/query/problem.ts';

/** The longest that a query is waited for, and some seconds: a function that ends without a word gives its slot back then. */
const slotMilliseconds = 30_000;

/** Runs a query that is waited for, if not too many of its owner's run already. */
export async function withQuerySlot<T>(ownerId: string, slots: OwnerSlots, run: () => Promise<T>): Promise<T> {
  const slot = await slots.take(ownerId, limits.queries, slotMilliseconds);
  if (!slot) throw tooMany();
  try {
    return await run();
  } finally {
    await slot.free();
  }
}

function tooMany(): Problem {
  return new Problem(
    'rateLimited',
    `${limitText.queries} queries of this account are running, the maximum. Send this one again when one of them has ended, or with the header "Prefer: respond-async" to queue it.`,
    { ...queryProblemDetails('rate_limited'), retryAfterSeconds: 2 },
  );
}
