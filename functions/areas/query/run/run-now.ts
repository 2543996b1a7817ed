import type { Owner } from '../../../../domain/access/owner.ts';
import type { CompiledQuery, CompileOptions } from '../../../../sql/compile-query.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import { compileForEngine } from '../execution/compile-for-engine.ts';
import { waitedFor } from '../execution/limits.ts';
import { withQueryLog } from '../execution/with-query-log.ts';
import { withQuerySlot } from '../execution/with-query-slot.ts';
import { withinTime } from '../execution/within-time.ts';
import { answerDeadline } from './answer-deadline.ts';
import type { QueryServices } from './services.ts';

/**
 * Compiles a query and runs it while its caller waits, in the time that there is for both.
 *
 * @throws Problem for an invalid query, for too many at once, and when the time is over.
 */
export async function runNow<T>(
  { text, ...limits }: { text: string } & Pick<CompileOptions, 'maxRows'>,
  { owner, request }: { owner: Owner; request: RequestContext },
  services: QueryServices,
  run: (compiled: CompiledQuery, signal: AbortSignal) => Promise<{ result: T; rows: number; bytes: number }>,
): Promise<T> {
  const { slots, clock } = services;
  const deadline = answerDeadline(request, clock);
  const left = () => Math.max(1, deadline - clock.now());
  const compiled = await withinTime({ ...waitedFor, left: left() }, () =>
    compileForEngine(text, owner, services, limits),
  );
  const logged = { text, ownerId: owner.id, requestId: request.requestId };
  return withQuerySlot(owner.id, slots, () =>
    withQueryLog(logged, clock, () => withinTime({ ...waitedFor, left: left() }, (signal) => run(compiled, signal))),
  );
}
