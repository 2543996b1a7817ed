import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenAccount } from '../../../../adapters/providers/account.ts';
import { deereBoundaries } from '../../../../adapters/providers/john-deere/boundaries.ts';
import type { ChangeTokens } from '../../../../domain/transport/changes.ts';
import type { Outcome } from '../../../../domain/transport/outcome.ts';

interface Listed {
  id: string;
  field?: string;
  /** Vertices of its one ring; without one it has no shape. */
  vertices?: number;
}

const organizationId = '1234';
const all = `/organizations/${organizationId}/boundaries`;
/** What the provider has, by which the test changes it. */
let listed: Listed[];
let calls: string[];
let isListForbidden: boolean;

const documentOf = ({ id, field, vertices = 4 }: Listed) => {
  const points = Array.from({ length: vertices }, (_, at) => ({ lat: Number(id.slice(1)), lon: at }));
  return {
    ...{ id, active: true, archived: false },
    links: field === undefined ? [] : [{ rel: 'field', uri: `https://provider.example/fields/${field}` }],
    multipolygons: vertices === 0 ? [] : [{ rings: [{ type: 'exterior', points }] }],
  };
};

const send = async ({ url }: { url: URL }): Promise<Outcome<unknown>> => {
  const [path = '', matrix = ''] = url.pathname.split(';start=');
  const start = Number.parseInt(matrix, 10);
  const missing: Outcome<unknown> = { kind: 'failed', failure: { kind: 'missing', message: 'No' } as never };
  calls.push(path);
  if (path === all && isListForbidden) return missing;
  const field = path.match(/fields\/([^/]+)\/boundaries/)?.[1];
  const items = field === undefined ? listed : listed.filter((one) => one.field === field);
  const links = start + 100 < items.length ? [{ rel: 'nextPage', uri: `${path};start=${start + 100};count=100` }] : [];
  const value = { links, values: items.slice(start, start + 100).map(documentOf) };
  return { kind: 'answered', status: 200, headers: { 'x-deere-signature': 'token' }, value } as never;
};

const account = {
  ...{ user: { ownerId: 'owner', svcUserId: 'user' }, provider: 'JohnDeere', credentialId: 'credential' },
  ...{ api: 'https://provider.example', others: [] },
  transport: { send, note: () => {}, ended: () => {}, flush: async () => {} },
} as unknown as OpenAccount;

const fields = Array.from({ length: 250 }, (_, at) => `field${at}`);
const tokens: ChangeTokens = { get: async () => undefined, put: async () => {}, drop: async () => {} };

beforeEach(() => {
  calls = [];
  isListForbidden = false;
  listed = fields.flatMap((field, at) => [
    { id: `b${at}`, field },
    ...(at % 50 === 0 ? [{ id: `b${at + 1_000}`, field }] : []),
  ]);
});

async function readAll(boundaries: ReturnType<typeof deereBoundaries>, some = fields): Promise<Map<string, string[]>> {
  const read = new Map<string, string[]>();
  for (const id of some) {
    const ids: string[] = [];
    for await (const one of boundaries.of({ id, organizationId })) ids.push(one.id);
    read.set(id, ids.toSorted());
  }
  return read;
}

const idsOf = (field: string) => listed.flatMap((one) => (one.field === field ? one.id : [])).toSorted();
const everyId = () => new Map(fields.map((field) => [field, idsOf(field)]));
const changedFields = async (boundaries: ReturnType<typeof deereBoundaries>) => {
  const changed = new Set<string>();
  for await (const id of boundaries.changed(organizationId, tokens)) changed.add(id);
  return [...changed].toSorted();
};

describe('boundaries of many fields', () => {
  test('come from the list of their organization', async () => {
    expect(await readAll(deereBoundaries(account))).toEqual(everyId());
    expect(calls.filter((path) => path !== all).length).toBe(8);
    expect(calls.filter((path) => path === all).length).toBe(3);
  });

  test('are read once where fields are read at the same time', async () => {
    const boundaries = deereBoundaries(account);
    await Promise.all(fields.map((field) => readAll(boundaries, [field])));
    expect(calls.length).toBe(8 + 3);
  });

  test.each([
    ['says nothing about a field', () => listed.push({ id: 'b9999' })],
    ['has a boundary without a shape', () => listed.push({ id: 'b9999', field: 'other', vertices: 0 })],
    ['is too large', () => listed.unshift({ id: 'b9999', field: 'other', vertices: 400_001 })],
    ['may not be read', () => (isListForbidden = true)],
  ])('are asked for one by one where that list %s', async (_, change) => {
    change();
    expect(await readAll(deereBoundaries(account))).toEqual(everyId());
    expect(calls.filter((path) => path !== all).length).toBe(fields.length);
  });

  test('are what is there by then at a second attempt', async () => {
    const boundaries = deereBoundaries(account);
    await readAll(boundaries);
    listed = listed.filter(({ id }) => id !== 'b249');
    expect(await readAll(boundaries, ['field249'])).toEqual(new Map([['field249', []]]));
  });
});

describe('changed boundaries', () => {
  test('are those of a list that a round has not given yet', async () => {
    expect(await changedFields(deereBoundaries(account))).toEqual(fields.toSorted());
  });

  test('are none of those that a round has just given', async () => {
    const boundaries = deereBoundaries(account);
    await readAll(boundaries);
    expect(await changedFields(boundaries)).toEqual([]);
  });

  test('are those that came, went or moved since', async () => {
    const boundaries = deereBoundaries(account);
    await readAll(boundaries);
    listed = listed.filter(({ id }) => id !== 'b1000' && id !== 'b7');
    listed.push({ id: 'b9998', field: 'field8' });
    listed = listed.map((one) => (one.id === 'b9' ? { ...one, vertices: 5 } : one));
    expect(await changedFields(boundaries)).toEqual(['field0', 'field7', 'field8', 'field9']);
  });
});
