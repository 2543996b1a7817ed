import { Problem } from '../../domain/errors.ts';
import { queryProblemDetails } from '../../domain/query/problem.ts';
import { placesOfOwner } from '../../domain/query/query-places.ts';
import type { OwnerPlaces } from '../../domain/turns/owner-places.ts';

/** The longest that a query is waited for, and some seconds: a function that ends without a word gives its place back then. */
const placeMilliseconds = 30_000;

/** Runs a query that is waited for, if not too many of its owner's run already. */
export async function inTurn<T>(ownerId: string, places: OwnerPlaces, run: () => Promise<T>): Promise<T> {
  const place = await places.take(ownerId, placesOfOwner, placeMilliseconds);
  if (!place) throw tooMany();
  try {
    return await run();
  } finally {
    await place.free();
  }
}

function tooMany(): Problem {
  return new Problem(
    'rateLimited',
    `${placesOfOwner} queries of this account are running, which is as many as may at once. Send this one again when one of them has ended, or with the header "Prefer: respond-async": it then waits for its turn.`,
    { ...queryProblemDetails('rate_limited'), retryAfterSeconds: 2 },
  );
}
