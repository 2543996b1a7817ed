import { beatMilliseconds, silentMilliseconds } from '../../../domain/query/query-slots.ts';
import type { QueryRunServices } from './services.ts';

/** The reason for which a run ends that is no longer wanted: its query was cancelled, or is run by another worker. */
export class NoLongerWanted extends Error {
  override name = 'NoLongerWanted';
}

/**
 * Says every two seconds that a run goes on, and stops it when its query does not want that any more. A beat that fails is made up for by the
 * next.
 */
export function heartbeat(
  { ownerId, queryId, run }: { ownerId: string; queryId: string; run: string },
  { queries, clock }: Pick<QueryRunServices, 'queries' | 'clock'>,
): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  let beating = false;
  const beat = async () => {
    if (beating) return;
    beating = true;
    try {
      const wanted = await queries.extend(ownerId, queryId, run, clock.now() + silentMilliseconds);
      if (!wanted) controller.abort(new NoLongerWanted('the query was cancelled, or is run by another worker'));
    } catch (error) {
      console.error({ queryId, error });
    } finally {
      beating = false;
    }
  };
  const timer = setInterval(() => void beat(), beatMilliseconds);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
