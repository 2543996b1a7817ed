import type { Owner } from '../../domain/access/owner.ts';
import { resultKey } from '../../domain/files/object-keys.ts';
import { writtenDownloadAnswer } from '../http/download.ts';
import type { RequestContext } from '../http/exchange.ts';
import { compileForEngine } from '../querying/compile-for-engine.ts';
import { inTurn } from '../querying/in-turn.ts';
import { jsonRows, nothingWritten } from '../querying/json-rows.ts';
import { mostInAnswer, waitedFor } from '../querying/limits.ts';
import { truncatedHeader } from '../querying/show.ts';
import { toldQuery } from '../querying/told-query.ts';
import { wholeOrKept } from '../querying/whole-or-kept.ts';
import { withinTime } from '../querying/within-time.ts';
import type { QueryServices } from './services.ts';

/** Compiles a query, runs it over the owner's data and answers its rows; what no answer holds is kept for a day, and the answer leads to it. */
export async function answerQuery(
  text: string,
  { owner, request }: { owner: Owner; request: RequestContext },
  services: QueryServices,
) {
  const { engine, files, downloads, places, clock, newId } = services;
  const compiled = await compileForEngine(text, owner, services, { mostRows: waitedFor.rows + 1 });
  const written = nothingWritten();
  const key = resultKey(owner.id, 'ROWS', newId());
  const run = () =>
    withinTime(waitedFor, async (signal) => {
      const content = jsonRows(engine.rows(owner.id, compiled, signal), waitedFor, written);
      const result = await wholeOrKept(content, mostInAnswer, (all) => files.putStream(key, all, 'application/json'));
      return { result, ...written };
    });
  const told = { text, ownerId: owner.id, requestId: request.requestId };
  const whole = await inTurn(owner.id, places, () => toldQuery(told, clock, run));
  if (written.rows === 0) return { status: 204 as const };
  const cut = truncatedHeader(written);
  if (whole) return { status: 200 as const, body: whole, headers: cut };
  const answer = writtenDownloadAnswer(request, await downloads.address(key, 'query.json'));
  return { ...answer, headers: { ...answer.headers, ...cut } };
}
