import { exportKey } from '../../domain/files/object-keys.ts';
import type { Handler } from '../http/exchange.ts';
import type { queryApi } from './api.ts';
import { compileForEngine } from './compile-for-engine.ts';
import type { QueryServices } from './services.ts';
import { withinTime } from './within-time.ts';

/** Lambda answers with 6 MB, in which a file stands in base64. */
const mostInAnswer = 4_500_000;
const mostBytes = 1_000_000_000;
const milliseconds = 24_000;

/** Answers one file; a large one is kept for a day, and the answer leads to it. */
export const exportQuery: Handler<(typeof queryApi)['operations']['exportQuery'], QueryServices> = async (
  { body, owner },
  { engine, files, downloads, clock, newId },
) => {
  const compiled = await compileForEngine(body, owner, { engine, clock });
  const answer = await withinTime(milliseconds, (signal) =>
    engine.exported(owner.id, compiled, { bytes: mostBytes, signal }, async ({ bytes, content }) => {
      if (bytes <= mostInAnswer) return { status: 200 as const, body: await wholeOf(content) };
      const key = exportKey(owner.id, newId());
      await files.putStream(key, content, 'application/vnd.apache.parquet');
      const { url } = await downloads.address(key, 'query.parquet');
      return { status: 303 as const, headers: { 'cache-control': 'no-store', location: url } };
    }),
  );
  return answer ?? { status: 204 };
};

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
