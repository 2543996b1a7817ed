import { resultKey } from '../../domain/files/object-keys.ts';
import { writtenDownloadAnswer } from '../http/download.ts';
import type { Handler } from '../http/exchange.ts';
import { prefersAsync } from '../http/prefer.ts';
import { compileForEngine } from '../querying/compile-for-engine.ts';
import { inTurn } from '../querying/in-turn.ts';
import { mostInAnswer, mostOfExport, waitedFor } from '../querying/limits.ts';
import { toldQuery } from '../querying/told-query.ts';
import { wholeOrKept } from '../querying/whole-or-kept.ts';
import { withinTime } from '../querying/within-time.ts';
import type { queryApi } from './api.ts';
import type { QueryServices } from './services.ts';
import { startQuery } from './start-query.ts';

/** Answers one file; a large one is kept for a day, and the answer leads to it. */
export const exportQuery: Handler<(typeof queryApi)['operations']['exportQuery'], QueryServices> = async (
  { body: text, owner, request },
  services,
) => {
  if (prefersAsync(request)) return startQuery({ text, kind: 'GEOPARQUET' }, { owner, request }, services);
  const { engine, files, downloads, places, clock, newId } = services;
  const compiled = await compileForEngine(text, owner, services);
  const key = resultKey(owner.id, 'GEOPARQUET', newId());
  const run = () =>
    withinTime(waitedFor, async (signal) => {
      const limits = { bytes: mostOfExport, signal };
      const made = await engine.exported(owner.id, compiled, limits, async ({ rows, bytes, content }) => {
        const keep = (all: AsyncIterable<Uint8Array>) => files.putStream(key, all, 'application/vnd.apache.parquet');
        return { result: { whole: await wholeOrKept(content, mostInAnswer, keep) }, rows, bytes };
      });
      return made ?? { result: undefined, rows: 0, bytes: 0 };
    });
  const told = { text, ownerId: owner.id, requestId: request.requestId };
  const made = await inTurn(owner.id, places, () => toldQuery(told, clock, run));
  if (!made) return { status: 204 };
  if (made.whole) return { status: 200, body: made.whole };
  return writtenDownloadAnswer(request, await downloads.address(key, 'query.parquet'));
};
