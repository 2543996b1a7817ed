import { expect } from 'vitest';
import type { StoredFarm } from '../../../../../domain/farms/farm.ts';
import type { Boundary } from '../../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../../domain/fields/field.ts';
import type { StoredGrower } from '../../../../../domain/growers/grower.ts';
import { usersAssets } from '../../../assets/asset.ts';
import { eventsOf } from '../../../machine-files/stored-records.ts';
import type { TestOwner } from '../../../owner.ts';
import { filesOf } from '../../fetched-files.ts';
import { controlSandbox } from '../../sandboxes.ts';

type Key = 'JohnDeere' | 'ClimateFieldView';
interface Item {
  id: string;
  name: string;
  organizationId: string;
  fieldId: string;
  farmId: string;
  boundaryId: string;
  active: boolean;
}

const world = async (key: Key, collection: string, organizationId?: string): Promise<Item[]> => {
  const { items } = await controlSandbox<{ items: Item[] }>(key, 'GET', `/world/${collection}`);
  return items.filter((one) => organizationId === undefined || one.organizationId === organizationId);
};
const service = '/services/fields/api';

/** Reads all of a list of a user. */
async function all<T>(owner: TestOwner, svcUserId: string, list: string): Promise<T[]> {
  const found: T[] = [];
  for (let page = 0; ; page += 1) {
    const path = `${service}/${list}?svcUserId=${svcUserId}&size=100&page=${page}`;
    const { status, body } = await owner.get<T[]>(path);
    expect(status).toBe(200);
    found.push(...body);
    if (body.length < 100) return found;
  }
}

const sorted = (ids: readonly (string | undefined)[]) => [...ids].sort();

/**
 * Compares what is stored of a user with the worlds of both sandboxes: each thing that is there has arrived once, as it is there now.
 *
 * @param layer the recorded work at Climate FieldView that the settings want.
 * @param gone ids of fields and files that have arrived, and were deleted there.
 */
export async function everythingOnce(
  owner: TestOwner,
  svcUserId: string,
  { organizationId, layer, gone = [] }: { organizationId: string; layer: string; gone?: string[] },
): Promise<void> {
  const growers = await all<StoredGrower>(owner, svcUserId, 'growers');
  const clients = await world('JohnDeere', 'clients', organizationId);
  expect(sorted(growers.map(({ providerGrowerId }) => providerGrowerId))).toEqual(sorted(clients.map(({ id }) => id)));
  const farms = await all<StoredFarm>(owner, svcUserId, 'farms');
  const fields = await all<Field>(owner, svcUserId, 'fields');
  for (const key of ['JohnDeere', 'ClimateFieldView'] as const) {
    const of = key === 'JohnDeere' ? organizationId : undefined;
    const there = await world(key, 'fields', of);
    const own = fields.filter(({ providerName }) => providerName === key);
    const ids = own.map(({ providerFieldId }) => providerFieldId).filter((id) => !gone.includes(`${id}`));
    expect(sorted(ids)).toEqual(sorted(there.map(({ id }) => id)));
    const boundaries = await world(key, 'boundaries', of);
    for (const field of there) {
      const stored = own.find(({ providerFieldId }) => providerFieldId === field.id) as Field;
      const { providerFarmId } = farms.find(({ id }) => id === stored.farmId) ?? {};
      expect({ name: stored.providerFieldName, providerFarmId }).toEqual({
        name: field.name,
        providerFarmId: field.farmId,
      });
      const counting = boundaries.find(({ id, fieldId, active }) =>
        key === 'JohnDeere' ? fieldId === field.id && active : id === field.boundaryId,
      );
      expect(await active(owner, svcUserId, stored.id)).toEqual([counting?.id]);
    }
  }
  for (const id of gone.filter((one) => fields.some(({ providerFieldId }) => providerFieldId === one))) {
    const field = fields.find(({ providerFieldId }) => providerFieldId === id);
    expect(await active(owner, svcUserId, `${field?.id}`)).toEqual([]);
  }
  await filesOnce(owner, svcUserId, { organizationId, layer, gone });
  const machines = (await owner.get<{ providerMachineId: string }[]>(usersAssets(svcUserId, 'machines'))).body;
  const equipment = await world('JohnDeere', 'equipment', organizationId);
  expect(sorted(machines.map(({ providerMachineId }) => providerMachineId))).toEqual(
    sorted(equipment.map(({ id }) => id)),
  );
  await eventsOnce(svcUserId);
}

async function active(owner: TestOwner, svcUserId: string, fieldId: string): Promise<(string | undefined)[]> {
  const path = `${service}/users/${svcUserId}/fields/${fieldId}/boundaries?size=100`;
  const { body } = await owner.get<Boundary[]>(path);
  return body.filter(({ status }) => status === 'ACTIVE').map(({ providerBoundaryId }) => providerBoundaryId);
}

async function filesOnce(
  owner: TestOwner,
  svcUserId: string,
  { organizationId, layer, gone }: { organizationId: string; layer: string; gone: string[] },
): Promise<void> {
  const files = await filesOf(owner, svcUserId);
  const logged = await world('JohnDeere', 'files', organizationId);
  const typed = await world('JohnDeere', 'operations', organizationId);
  const kept = gone.filter((id) => files.some(({ providerFileId }) => providerFileId === id));
  const expected = [...logged.map(({ id }) => id), ...typed.map(({ id }) => id), layer, ...kept];
  expect(sorted(files.map(({ providerFileId }) => providerFileId))).toEqual(sorted(expected));
  expect(files.map(({ status, problems }) => ({ status, problems }))).toEqual(
    files.map(() => ({ status: 'processed', problems: [] })),
  );
}

/** Each creation was told once. */
async function eventsOnce(svcUserId: string): Promise<void> {
  const created = (await eventsOf(svcUserId)).filter(({ type }) => type.endsWith('Created'));
  const told = created.map((event) => JSON.stringify({ ...event, eventTime: undefined }));
  expect(told.filter((one, at) => told.indexOf(one) !== at)).toEqual([]);
  expect(created.length).toBeGreaterThan(10);
}
