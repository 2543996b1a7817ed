import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../sandbox-client.ts';
import { type Deere, deere, jen3 } from './deere.ts';

let sandbox: Deere;
beforeAll(async () => {
  sandbox = await deere();
});
afterAll(() => sandbox.close());

const fields = '/platform/organizations/1234/fields';

/** All items of a list, by its links. */
async function all(path: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  for (let next: string | undefined = path; next; ) {
    const { body }: { body: { values: { id: string }[]; links: { rel: string; uri: string }[] } } =
      await sandbox.call(next);
    ids.push(...body.values.map(({ id }) => id));
    pages += 1;
    next = body.links.find(({ rel }) => rel === 'nextPage')?.uri;
  }
  return { ids, pages };
}

describe('lists of John Deere', () => {
  test.each([
    ['ten at a time', fields, 2],
    ['by matrix parameters', `${fields};start=0;count=3`, 5],
    ['by query parameters', `${fields}?start=0&count=4`, 4],
    ['with what is asked for', `${fields};start=0;count=5?recordFilter=ALL`, 3],
  ])('are complete, %s', async (_, path, pages) => {
    const whole = await sandbox.call(`${fields}${path.includes('ALL') ? '?recordFilter=ALL' : ''}`, {
      headers: { no_paging: 'true' },
    });
    const found = await all(path);
    expect(found.pages).toBe(pages);
    expect(found.ids).toEqual(whole.body.values.map(({ id }: { id: string }) => id));
    expect(found.ids).toHaveLength(whole.body.total);
  });

  test('of equipment are complete', async () => {
    expect((await all('/isg/equipment?organizationIds=1234&itemLimit=3')).ids).toHaveLength(4);
  });

  test('have links to the address that the client calls, and take a slash at the end', async () => {
    const headers = { 'x-forwarded-host': 'farm.example', 'x-forwarded-proto': 'https' };
    const { body } = await sandbox.call(`${fields}/`, { headers });
    expect(body.links[1].uri).toBe('https://farm.example/platform/organizations/1234/fields;start=10;count=10');
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
  });

  test.each([
    [fields, true],
    ['/platform/organizations', true],
    ['/platform/organizations/1234/boundaries', true],
    [`${jen3}/fieldOperations`, true],
    ['/platform/organizations/1234/files', true],
    ['/platform/organizations/1234/operators', false],
    ['/platform/organizations/1234/fileTransfers', false],
  ])('%s answers 304 to the token of the same content: %s', async (path, isSigned) => {
    const first = await sandbox.call(path, { headers: { 'x-deere-signature': '' } });
    const signature = first.headers.get('x-deere-signature');
    expect([first.status, signature !== null]).toEqual([200, isSigned]);
    const again = await sandbox.call(path, { headers: { 'x-deere-signature': signature ?? '' } });
    expect([again.status, again.bytes.length > 0]).toEqual(isSigned ? [304, false] : [200, true]);
  });

  test('have a change token for their own URL, which a change ends', async () => {
    const signature = async (path: string) => (await sandbox.call(path)).headers.get('x-deere-signature') ?? '';
    const token = await signature(fields);
    expect(await signature(`${fields}?recordFilter=ALL`)).not.toBe(token);
    expect(await signature(`${fields}?start=5&count=5`)).toBe(token);
    await sandbox.control('PUT', '/world/fields/fbf5c2c6-3e1a-4b0b-9dd9-e5f990f8ea44', { name: 'Renamed' });
    const { status, body } = await sandbox.call(fields, { headers: { 'x-deere-signature': token } });
    expect([status, body.values[0].name]).toEqual([200, 'Renamed']);
  });

  test('filter by status, name and time', async () => {
    const names = async (query: string) => {
      const { body } = await sandbox.call(`${fields}?${query}`, { headers: { no_paging: 'true' } });
      return body.values.map(({ name }: { name: string }) => name);
    };
    expect(await names('recordFilter=ARCHIVED')).toEqual(['12']);
    expect(await names('fieldName=01')).toEqual(['01']);
    expect(await names('clientName=---')).toEqual(['Tank Mix Rate']);
    const operators = await sandbox.call(
      '/platform/organizations/1234/operators?lastModifiedTime=2019-01-01T00:00:00Z',
    );
    expect(operators.body.values.map(({ name }: { name: string }) => name)).toEqual(['Second Operator']);
    const operations = await sandbox.call(`${jen3}/fieldOperations?fieldOperationType=HARVEST&cropSeason=2017`);
    expect(operations.body.total).toBe(1);
    const wrong = await sandbox.call(`${jen3}/fieldOperations?startDate=yesterday`);
    expect([wrong.status, wrong.body[0].field]).toEqual([400, 'startDate']);
  });

  test('give areas in the units that are asked for', async () => {
    const area = async (system: string) => {
      const { body } = await sandbox.call(`${jen3}/boundaries`, { headers: { 'accept-uom-system': system } });
      return body.values[0].area;
    };
    const [metric, english] = [await area('METRIC'), await area('ENGLISH')];
    expect([metric.unit, english.unit]).toEqual(['ha', 'ac']);
    expect(english.valueAsDouble / metric.valueAsDouble).toBeCloseTo(2.4710538, 6);
  });

  test('show what a grower has not connected only as an organization', async () => {
    const { body } = await sandbox.call('/platform/organizations');
    const page = body.values[1].links.find(({ rel }: { rel: string }) => rel === 'connections').uri;
    expect(page).toMatch(/\/connections\/johndeere-\w+\/select-organizations$/);
    expect((await sandbox.call('/platform/organizations/4321/fields')).status).toBe(403);
    expect((await sandbox.call('/platform/organizations/9/fields')).status).toBe(404);
  });

  test('need a token of this wire, and an answer that the client accepts', async () => {
    expect((await ask(`${sandbox.endpoint}${fields}`)).status).toBe(401);
    expect((await sandbox.call(fields, { headers: { authorization: `Bearer ${sandbox.accessToken}x` } })).status).toBe(
      401,
    );
    expect((await sandbox.call(fields, { headers: { accept: 'text/html' } })).status).toBe(406);
    expect((await sandbox.call(fields, { headers: { accept: 'application/vnd.deere.axiom.v3+json' } })).status).toBe(
      200,
    );
  });
});
