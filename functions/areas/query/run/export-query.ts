import { resultKey } from '../../../../domain/files/object-keys.ts';
import { limits } from '../../../../domain/limits.ts';
import type { QueryRecord } from '../../../../domain/query/query-record.ts';
import { writtenDownloadAnswer } from '../../../http/body/download.ts';
import type { Handler } from '../../../http/exchange.ts';
import { prefersAsync } from '../../../http/prefer.ts';
import { inlineOrStored } from '../execution/inline-or-stored.ts';
import type { queryApi } from './api.ts';
import { runNow } from './run-now.ts';
import type { QueryServices } from './services.ts';
import { startQuery } from './start-query.ts';

/** Answers one file; a large one is kept for a day, and the answer leads to it. */
export const exportQuery: Handler<(typeof queryApi)['endpoints']['exportQuery'], QueryServices> = async (
  { body: text, owner, request, once },
  services,
) => {
  if (prefersAsync(request))
    return once<QueryRecord>(...startQuery({ text, kind: 'GEOPARQUET' }, { owner, request }, services));
  const { engine, files, downloads, newId } = services;
  const key = resultKey(owner.id, 'GEOPARQUET', newId());
  const made = await runNow({ text }, { owner, request }, services, async (compiled, signal) => {
    const caps = { bytes: limits.exportBytes, signal };
    const file = await engine.exported(owner.id, compiled, caps, async ({ rows, bytes, content }) => {
      const keep = (all: AsyncIterable<Uint8Array>) => files.putStream(key, all, 'application/vnd.apache.parquet');
      return { result: { whole: await inlineOrStored(content, limits.inlineBytes, keep) }, rows, bytes };
    });
    return file ?? { result: undefined, rows: 0, bytes: 0 };
  });
  if (!made) return { status: 204 };
  if (made.whole) return { status: 200, body: made.whole };
  return writtenDownloadAnswer(request, await downloads.address(key, 'query.parquet'));
};
