import type { Owner } from '../../../../../domain/access/owner.ts';
import { ownerCatalogue } from '../../../../../domain/query/tables/owner-catalogue.ts';
import { userCatalogue } from '../../../../../domain/query/tables/user-catalogue.ts';
import type { Shape } from '../../../../../sql/geography/shape.ts';
import { toWkt } from '../../../../../sql/geography/wkt.ts';
import type { RequestContext } from '../../../../http/exchange.ts';
import { compileForEngine } from '../../execution/compile-for-engine.ts';
import { waitedFor } from '../../execution/limits.ts';
import { withQueryLog } from '../../execution/with-query-log.ts';
import { withQuerySlot } from '../../execution/with-query-slot.ts';
import { withinTime } from '../../execution/within-time.ts';
import { answerDeadline } from '../answer-deadline.ts';
import type { QueryServices } from '../services.ts';
import { type FirstRows, firstRows } from './first-rows.ts';

/** The data of an analysis: one user, a span of time and a polygon. */
export interface Asked {
  svcUserId: string;
  startDate?: number | undefined;
  endDate?: number | undefined;
  polygon?: Shape | undefined;
}

/** Runs queries over the data of one user. */
export interface UserRows {
  run(text: string, limits: { rows: number; bytes: number }): Promise<FirstRows>;
  /** Files and points that there are, on the ground that is asked about. */
  count(): Promise<{ files: number; points: number }>;
  /** A condition for WHERE that holds on that ground. */
  ground: string;
  elapsed(): number;
}

/**
 * Does work that takes queries over the data of one user. All queries together have the time and the slot of one query.
 *
 * @example return withUserRows(asked, caller, services, async ({ run }) => answerOf(await run(text, limits)));
 */
export async function withUserRows<T>(
  { svcUserId, startDate: start, endDate: end, polygon }: Asked,
  { owner, request }: { owner: Owner; request: RequestContext },
  { clock, engine, machineFiles, slots, hexGrid }: QueryServices,
  work: (rows: UserRows) => Promise<T>,
): Promise<T> {
  const deadline = answerDeadline(request, clock);
  const started = clock.now();
  const tables = userCatalogue(ownerCatalogue(owner.id), { svcUserId, start, end });
  const ground = polygon ? `ST_INTERSECTS(geometry, ST_GEOGFROMTEXT('${toWkt(polygon)}'))` : 'TRUE';
  const rowsOf = (signal: AbortSignal): UserRows => {
    const run: UserRows['run'] = async (text, limits) => {
      const compiled = await compileForEngine(text, owner, { engine, clock, machineFiles, hexGrid }, { known: tables });
      return withQueryLog({ text, ownerId: owner.id, requestId: request.requestId }, clock, async () => {
        const result = await firstRows(engine.rows(owner.id, compiled, signal), limits);
        return { result, rows: result.rows.length, bytes: result.bytes };
      });
    };
    return { run, ground, elapsed: () => clock.now() - started, count: () => countPoints(run, ground) };
  };
  const { milliseconds } = waitedFor;
  return withQuerySlot(owner.id, slots, () => {
    const left = Math.max(1, deadline - clock.now());
    return withinTime({ milliseconds, left }, (signal) => work(rowsOf(signal)));
  });
}

async function countPoints(run: UserRows['run'], ground: string) {
  const text = `SELECT COUNT(DISTINCT fileId) AS files, COUNT(*) AS points FROM points WHERE ${ground}`;
  const { rows } = await run(text, { rows: 1, bytes: 1_000 });
  return { files: Number(rows[0]?.files), points: Number(rows[0]?.points) };
}

/** Metadata of an analysis. One query reads all files, so none of them can fail alone. */
export function metadataOf(rows: UserRows, counted: { files: number; points: number }) {
  return {
    totalFiles: counted.files,
    processedFiles: counted.files,
    failedFiles: 0,
    totalPoints: counted.points,
    processingTimeMs: rows.elapsed(),
    sampleRate: 100,
    errors: [],
  };
}
