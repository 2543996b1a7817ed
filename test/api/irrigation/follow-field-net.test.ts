import { afterEach, expect, test } from 'vitest';
import { keysOf } from '../../../adapters/aws/dynamodb/erasure/erase-partition.ts';
import { cloudClock, idle, table } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { squareAt } from '../sync/connected-user.ts';
import { useSandboxes } from '../sync/sandboxes.ts';
import { connectedUser, dry, fieldNet, pivot, rights, wet } from './connected-pivot.ts';

const owner = await freshOwner();
useSandboxes();

const hour = 3_600_000;
const noon = Math.floor(cloudClock.now() / (24 * hour)) * 24 * hour - 5 * 24 * hour + 18 * hour;
const at = (hours: number) => new Date(noon + hours * hour).toISOString();
/** Six hours over the eastern half, from 0 to 180 degrees. */
const eastern = [wet(at(0), 0, { rate: 1 }), dry(at(6), 180)];

interface Water {
  id: string;
  derived?: true;
  equipment: { providerEquipmentId: string }[];
  summary: { properties: Record<string, { value: number; avg: number; max: number }> };
}

let pivots = 0;
const used: string[] = [];

/** A pivot of a test of its own, with a history. */
async function freshPivot(rows: object[], members: object = {}): Promise<string> {
  pivots += 1;
  const id = `pivot-${pivots}`;
  used.push(id);
  await fieldNet('PUT', `/history/${id}`, { rows });
  await fieldNet('PUT', `/world/systems/${id}`, { ...pivot, ...members });
  return id;
}

afterEach(async () => {
  for (const id of used.splice(0)) await fieldNet('DELETE', `/world/systems/${id}`);
  await fieldNet('PUT', '/state', { envelope: 'items', rights });
  await fieldNet('DELETE', '/faults');
});

type User = Awaited<ReturnType<typeof connectedUser>>;

async function watered(user: User, id: string): Promise<Water[]> {
  const all = await user.get<Water[]>('/irrigation/applied-irrigation?size=100');
  return all.filter(({ equipment }) => equipment[0]?.providerEquipmentId === id);
}

const circle = (Math.PI * 180 ** 2) / 10_000;

test('an unchanged day costs no call of its own, and makes nothing again', async () => {
  const id = await freshPivot(eastern);
  const user = await connectedUser(owner);
  const before = await watered(user, id);
  const { items } = await fieldNet<{ items: object[] }>('GET', '/world/systems');
  const kinds = await user.sync();
  expect(kinds).toMatchObject({ systems: 1, controllers: 1, history: items.length });
  expect(kinds.applied ?? 0).toBe(0);
  expect(await watered(user, id)).toEqual(before);
});

test('a record is replaced as its day goes on, under its id', async () => {
  // Yesterday: within the days that are read again.
  const late = (hours: number) => at(4 * 24 + hours);
  const id = await freshPivot([wet(late(0), 0, { rate: 1 }), dry(late(1), 30)]);
  const user = await connectedUser(owner);
  const [before] = await watered(user, id);
  await fieldNet('PUT', `/history/${id}`, { rows: [wet(late(0), 0, { rate: 1 }), dry(late(2), 60)] });
  const { applied } = await user.sync();
  expect(applied).toBe(1);
  const [record, ...more] = await watered(user, id);
  expect(more).toEqual([]);
  expect(record?.id).toBe(before?.id);
  expect(before?.summary.properties.totalArea?.value).toBeCloseTo(circle / 12, 3);
  expect(record?.summary.properties.totalArea?.value).toBeCloseTo(circle / 6, 3);
});

test('a panel without flow has water from its passes, marked derived; there and back is twice', async () => {
  const rows = [wet(at(0), 0, { rate: 1 }), wet(at(3), 90, { rate: 1, direction: 'reverse' }), dry(at(6), 0)];
  const id = await freshPivot(rows, { hasFlow: false });
  const user = await connectedUser(owner);
  const [record] = await watered(user, id);
  expect(record?.derived).toBe(true);
  expect(record?.summary.properties.depth).toMatchObject({ avg: 20, max: 20 });
  expect(record?.summary.properties.totalArea?.value).toBeCloseTo(circle / 4, 3);
});

test.each(['features', 'data', 'value', 'results', 'none'])('lists in %s are read', async (envelope) => {
  const id = await freshPivot(eastern);
  await fieldNet('PUT', '/state', { envelope });
  const user = await connectedUser(owner);
  expect(await watered(user, id)).toHaveLength(1);
});

test('a field of any origin gets what is within it; a changed boundary has it cut again, and a deleted field has none', async () => {
  const id = await freshPivot(eastern);
  const user = await connectedUser(owner);
  const { longitude, latitude } = pivot;
  // The north-eastern quarter of the circle, and beyond.
  const fields = `/services/fields/api/users/${user.svcUserId}/fields`;
  const { body: field } = await owner.post<{ id: string }>(fields, { geometry: squareAt(longitude, latitude) });
  await idle();
  type Part = Water & { irrigationId: string[]; fieldId: string };
  const parts = () => user.get<Part[]>(`/irrigation/fields/${field.id}`);
  const [whole] = await watered(user, id);
  const ofPivot = async () => (await parts()).filter(({ irrigationId }) => irrigationId.includes(whole?.id ?? ''));
  const [part] = await ofPivot();
  expect(part?.summary.properties.totalArea?.value).toBeCloseTo(circle / 4, 3);
  expect(part?.summary.properties.depth?.avg).toBeCloseTo(10, 3);
  expect(part?.summary.properties.coverage?.value).toBeGreaterThan(0);
  expect(await user.get('/irrigation/fields')).toMatchObject([{ fieldId: field.id }]);

  const east = squareAt(longitude, latitude - 0.005);
  await owner.call('PUT', `${fields}/${field.id}/boundary`, { json: { geometry: east } });
  await idle();
  const [again] = await ofPivot();
  expect(again?.id).toBe(part?.id);
  expect(again?.summary.properties.totalArea?.value).toBeCloseTo(circle / 2, 3);

  await owner.call('DELETE', `${fields}/${field.id}`);
  await idle();
  expect(await user.get('/irrigation/fields')).toEqual([]);
});

test('a user that is deleted leaves nothing', async () => {
  await freshPivot(eastern);
  const user = await connectedUser(owner);
  await owner.call('DELETE', `/services/usermanagement/api/users/${user.svcUserId}`);
  await idle();
  const left: unknown[] = [];
  const partition = `${owner.owner.id}#${user.svcUserId}`;
  for await (const { sk } of keysOf(table('irrigation'), { partitionKey: 'pk', partition, sortKey: 'sk' }))
    left.push(sk);
  expect(left).toEqual([]);
});
