import { exportKey } from '../../domain/files/object-keys.ts';
import { compileQuery } from '../../domain/query/compile-query.ts';
import { ownerCatalogue } from '../../domain/query/tables/owner-catalogue.ts';
import type { Handler } from '../http/exchange.ts';
import type { queryApi } from './api.ts';
import type { QueryServices } from './services.ts';

/** Lambda answers with 6 MB, in which a file stands in base64. */
const mostInAnswer = 4_500_000;
const limits = { bytes: 1_000_000_000, milliseconds: 24_000 };

/** Answers one file; a large one is kept for a day, and the answer leads to it. */
export const exportQuery: Handler<(typeof queryApi)['operations']['exportQuery'], QueryServices> = async (
  { body, owner },
  { engine, files, downloads, clock, newId },
) => {
  const compiled = compileQuery(body, ownerCatalogue(owner.id), { engine: 'duckdb', now: clock.now() });
  const content = await engine.exported(owner.id, compiled, limits);
  if (content === undefined) return { status: 204 };
  if (content.length <= mostInAnswer) return { status: 200, body: content };
  const key = exportKey(owner.id, newId());
  await files.put(key, content, 'application/vnd.apache.parquet');
  const { url } = await downloads.address(key, 'query.parquet');
  return { status: 303, headers: { 'cache-control': 'no-store', location: url } };
};
