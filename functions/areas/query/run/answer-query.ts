import type { Owner } from '../../../../domain/access/owner.ts';
import { resultKey } from '../../../../domain/files/object-keys.ts';
import { limits } from '../../../../domain/limits.ts';
import { writtenDownloadAnswer } from '../../../http/body/download.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import { lenientApplied, prefersLenient } from '../../../http/prefer.ts';
import { inlineOrStored } from '../execution/inline-or-stored.ts';
import { jsonRows, nothingWritten } from '../execution/json-rows.ts';
import { synchronousCaps } from '../execution/limits.ts';
import { truncatedHeader } from '../execution/show.ts';
import { runNow } from './run-now.ts';
import type { QueryServices } from './services.ts';

/** Runs a query over the owner's data and returns its rows; a result that is too large is stored for a day, and the response links to it. */
export async function answerQuery(
  text: string,
  { owner, request }: { owner: Owner; request: RequestContext },
  services: QueryServices,
) {
  const { engine, files, downloads, newId } = services;
  const written = nothingWritten();
  const caps = synchronousCaps(prefersLenient(request));
  const key = resultKey(owner.id, 'ROWS', newId());
  const whole = await runNow(
    { text, maxRows: caps.rows + 1 },
    { owner, request },
    services,
    async (compiled, signal) => {
      const content = jsonRows(engine.rows(owner.id, compiled, signal), caps, written);
      const result = await inlineOrStored(content, limits.inlineBytes, (all) =>
        files.putStream(key, all, 'application/json'),
      );
      return { result, ...written };
    },
  );
  if (written.rows === 0) return { status: 204 as const };
  const { truncated } = written;
  if (whole)
    return { status: 200 as const, body: whole, headers: { ...truncatedHeader(written), ...lenientApplied(request) } };
  // A redirected response has no header of the API: the name of the file says that rows are missing.
  const link = await downloads.address(key, truncated ? 'query-truncated.json' : 'query.json');
  const answer = writtenDownloadAnswer(request, { ...link, truncated });
  return { ...answer, headers: { ...answer.headers, ...lenientApplied(request) } };
}
