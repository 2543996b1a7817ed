import { get as ask } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cloud } from '../cloud.ts';

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A request without the decoding of fetch. */
const raw = (path: string, headers: Record<string, string> = {}): Promise<Raw> =>
  new Promise((resolve, reject) => {
    ask(`${cloud.baseUrl}${path}`, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    }).on('error', reject);
  });

test.each(['/openapi.json', '/docs', '/', '/guides/fields', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])(
  '%s is compressed as the client accepts',
  async (path) => {
    const plain = await raw(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await raw(path, { 'accept-encoding': 'gzip, br' });
    const gzip = await raw(path, { 'accept-encoding': 'gzip, br;q=0' });
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 2);
    for (const { headers } of [plain, brotli, gzip]) expect(headers.vary).toContain('accept-encoding');
    expect(new Set([plain, gzip].map(({ headers }) => headers.etag)).size).toBe(2);
  },
);

test('a client that has a document is answered without it, and another coding is another version', async () => {
  const brotli = { 'accept-encoding': 'br' };
  const first = await raw('/openapi.json', brotli);
  const etag = String(first.headers.etag);
  const again = await raw('/openapi.json', { ...brotli, 'if-none-match': `"other", W/${etag}` });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
  expect((await raw('/openapi.json', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
  // Each base has a document of its own.
  expect((await raw('/v2/openapi.json', { ...brotli, 'if-none-match': etag })).status).toBe(200);
});
