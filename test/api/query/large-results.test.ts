import { beforeAll, describe, expect, test } from 'vitest';
import { files } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { endedQuery, queryService, type Row, runQuery } from './query.ts';

let owner: TestOwner;
beforeAll(async () => {
  owner = await freshOwner();
});

const numbers = (count: number, select = 'x') =>
  `SELECT ${select} FROM UNNEST(GENERATE_ARRAY(1, ${count})) AS x ORDER BY x`;
const wide = "x, REPEAT('ä\\n\"', 20) AS t";
const lenient = { prefer: 'handling=lenient' };
const linked = (sql: string, headers = {}) =>
  owner.call<{ url: string; expiresAt: string; truncated?: true }>('POST', `${queryService}/query`, {
    body: sql,
    headers: { 'content-type': 'text/plain', accept: 'application/json, application/vnd.furrow.link+json', ...headers },
  });
const beyond = 'SELECT x, y FROM UNNEST(GENERATE_ARRAY(1, 1001)) AS x, UNNEST(GENERATE_ARRAY(1, 1000)) AS y';
const fetched = async (url: string) => (await (await fetch(url)).json()) as Row[];

describe('a synchronous result', () => {
  test('is returned inline up to the limit, whatever its values', async () => {
    const { status, headers, body } = await runQuery(owner, numbers(30_000, wide));
    expect([status, headers.get('content-type'), headers.get('x-truncated')]).toEqual([200, 'application/json', null]);
    expect(body.map(({ x }) => x)).toEqual(Array.from({ length: 30_000 }, (_, index) => index + 1));
    expect(body[7]).toEqual({ x: 8, t: 'ä\n"'.repeat(20) });
  });

  test('stays inline for a client that would accept a link', async () => {
    const { status, headers, body } = await linked(numbers(2));
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', [{ x: 1 }, { x: 2 }]]);
  });

  test('is downloaded from another URL when it is larger, or linked on request', async () => {
    const { status, headers, body } = await runQuery(owner, numbers(60_000, wide));
    expect([status, body, headers.get('cache-control'), headers.get('x-truncated')]).toEqual([
      303,
      '',
      'private, no-store',
      null,
    ]);
    const rows = await fetched(headers.get('location') ?? '');
    expect([rows.length, rows.at(-1)?.x]).toEqual([60_000, 60_000]);
    const link = await linked(numbers(60_000, wide));
    expect(link.body.truncated).toBeUndefined();
    expect([link.status, link.headers.get('content-type')]).toEqual([200, 'application/vnd.furrow.link+json']);
    expect(Date.parse(link.body.expiresAt)).toBeGreaterThan(Date.now());
    expect(await fetched(link.body.url)).toHaveLength(60_000);
  });

  test('of more than a million rows is refused with the ways to all of them, and leaves nothing behind', async () => {
    const before = await kept();
    const { detail } = expectProblem(await runQuery(owner, beyond), 400, 'resultTooLarge');
    for (const way of ['LIMIT', '/export-query-geoparquet', 'Prefer: respond-async', 'Prefer: handling=lenient'])
      expect(detail).toContain(way);
    expect(await kept()).toEqual(before);
  });

  test('of a caller that accepts a cut has the first million rows, and says that there were more', async () => {
    const { status, headers } = await runQuery(owner, beyond, 'text/plain', lenient);
    expect([status, headers.get('x-truncated'), headers.get('preference-applied')]).toEqual([
      303,
      'true',
      'handling=lenient',
    ]);
    expect(await fetched(headers.get('location') ?? '')).toHaveLength(1_000_000);
    expect(headers.get('location')).toContain('query-truncated.json');
    const link = await linked(beyond, lenient);
    expect([link.status, link.headers.get('x-truncated'), link.body.truncated]).toEqual([200, 'true', true]);
  });

  test('leaves nothing behind when it fails midway', async () => {
    const before = await kept();
    const sql = `SELECT IF(x < 190000, REPEAT('x', 100), CAST(CAST(1 / (x - 190000) AS INT64) AS STRING)) AS t FROM UNNEST(GENERATE_ARRAY(1, 200000)) AS x`;
    expectProblem(await runQuery(owner, sql), 400, 'divisionByZero');
    expect(await kept()).toEqual(before);
  });
});

async function kept(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.list(`exports/${owner.owner.id}/`)) keys.push(key);
  return keys;
}

describe('pages of a stored result', () => {
  let path: string;
  beforeAll(async () => {
    const { id, rows } = await endedQuery(owner, numbers(100_000, wide));
    expect(rows).toBe(100_000);
    path = `${queryService}/queries/${id}/results`;
  });
  const page = (query: string) => owner.get<Row[]>(`${path}?${query}`);
  const nextOf = (headers: Headers) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

  test('lead through all rows in their order', async () => {
    const seen: unknown[] = [];
    let address: string | undefined = `${path}?size=10000`;
    let pages = 0;
    while (address) {
      const { status, headers, body }: Awaited<ReturnType<typeof page>> = await owner.get<Row[]>(address);
      expect([status, headers.get('x-total-count')]).toEqual([200, '100000']);
      seen.push(...body.map(({ x }) => x));
      address = nextOf(headers);
      pages += 1;
    }
    expect(pages).toBe(10);
    expect(seen).toEqual(Array.from({ length: 100_000 }, (_, index) => index + 1));
  });

  test.each([
    [0, 1, 1],
    [99_999, 1, 1],
    [33, 3_000, 1_000],
    [12_345, 7, 7],
    [100_000, 1, 0],
    [9_999_999, 10_000, 0],
  ])('page %d of %d rows begins at its first row', async (number, size, length) => {
    const { body } = await page(`page=${number}&size=${size}`);
    expect([body.length, body[0]?.x]).toEqual([length, length ? number * size + 1 : undefined]);
  });

  test('have a thousand rows by default', async () => {
    const { headers, body } = await page('');
    expect(body).toHaveLength(1_000);
    expect(headers.get('link')).toContain('page=99>; rel="last"');
  });

  test.each(['size=0', 'size=10001', 'page=-1', 'page=x', 'cursor=nonsense', 'cursor=a+b', 'sort=x'])(
    'refuse %s',
    async (query) => {
      expectProblem(await page(query), 400);
    },
  );

  test('distinguish a cursor of another query from their own', async () => {
    const other = await endedQuery(owner, numbers(10));
    const { headers } = await owner.get(`${queryService}/queries/${other.id}/results?size=2`);
    const cursor = /cursor=([\w-]+)/.exec(nextOf(headers) ?? '')?.[1];
    expectProblem(await page(`cursor=${cursor}`), 400, 'cursorInvalid');
  });

  test('of rows that exceed a response are shorter, and refused by page number', async () => {
    const { id } = await endedQuery(owner, numbers(20, "x, REPEAT('y', 1000000) AS t"));
    const large = `${queryService}/queries/${id}/results`;
    const first = await owner.get<Row[]>(large);
    expect(first.body.map(({ x }) => x)).toEqual([1, 2, 3, 4]);
    const second = await owner.get<Row[]>(nextOf(first.headers) ?? '');
    expect(second.body.map(({ x }) => x)).toEqual([5, 6, 7, 8]);
    expect(expectProblem(await owner.get(`${large}?page=0&size=20`), 400, 'pageTooLarge').detail).toContain(
      'at most 4 rows',
    );
    expect((await owner.get<Row[]>(`${large}?page=4&size=4`)).body.map(({ x }) => x)).toEqual([17, 18, 19, 20]);
  });

  test('name a row that is too large for a response', async () => {
    const { id } = await endedQuery(
      owner,
      numbers(
        3,
        "x, ARRAY_TO_STRING(ARRAY(SELECT REPEAT('y', IF(x = 2, 1000000, 1)) FROM UNNEST([1, 2, 3, 4, 5])), '') AS t",
      ),
    );
    const large = `${queryService}/queries/${id}/results`;
    const first = await owner.get<Row[]>(large);
    expect(first.body).toEqual([{ x: 1, t: 'yyyyy' }]);
    expectProblem(await owner.get(nextOf(first.headers) ?? ''), 400, 'rowTooLarge');
    expect((await owner.get(`${large}?page=2&size=1`)).body).toEqual([{ x: 3, t: 'yyyyy' }]);
  });
});
