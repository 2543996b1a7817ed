import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { assetStore } from '../../../adapters/aws/dynamodb/assets/asset-store.ts';
import type { Asset, AssetKind } from '../../../domain/assets/asset.ts';
import { deereZip } from '../../adapters/machine-files/deere-zip.ts';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { taskDataZip } from '../../adapters/machine-files/task-data.ts';
import { advance, idle, table } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { operationsService, processed, type ShownFile } from './batch.ts';
import { fieldAround } from './field-around.ts';
import { eventsOf } from './stored-records.ts';

const serial = '1N04045RJC0000106';

let owner: TestOwner;
let svcUserId: string;
let files: ShownFile[];

const kept = async (kind: AssetKind): Promise<Asset[]> => {
  const found: Asset[] = [];
  const store = assetStore(table('assets'), table('users'), table('events'));
  for await (const asset of store.each(owner.owner.id, svcUserId, kind)) found.push(asset);
  return found;
};

/** 80 seeds per m2, 3 m wide, always on. */
const sowing = [
  { ddi: '000C', value: () => 8_000 },
  { ddi: '0043', value: () => 3_000 },
  { ddi: '008D', value: () => 1 },
];

/** Task data whose task names its operator. */
function drivenTaskData(): Uint8Array {
  const entries = unzipSync(taskDataZip(sowing));
  const named = Object.entries(entries).map(([name, content]): [string, string | Uint8Array] => {
    if (!name.endsWith('TASKDATA.XML')) return [name, content];
    const worker = '<WKR A="WKR1" B="Lovelace" C="Ada"/>';
    return [name, strFromU8(content).replace('<TSK A=', `${worker}<TSK A=`).replace('<TLG', '<WAN A="WKR1"/><TLG')];
  });
  return zipOf(Object.fromEntries(named));
}

beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  await owner.post(`/services/config/api/configs/${svcUserId}`, {
    enableOperationsSession: true,
    outOfStandardOperations: true,
  });
  await fieldAround(owner, svcUserId, 0, 2);
  const sent = await processed(
    owner,
    svcUserId,
    'deere.zip',
    zipOf({ 'a.zip': deereZip({ serials: [serial] }), 'b.zip': deereZip({ serials: [serial], day: 2 }) }),
  );
  const driven = await processed(owner, svcUserId, 'driven.zip', drivenTaskData());
  files = [...sent.files, ...driven.files];
  await idle();
});

describe('machines, implements and operators in files', () => {
  test('are stored once, however many files name them', async () => {
    expect(files.flatMap(({ problems }) => problems)).toEqual([]);
    expect(files.map(({ status }) => status)).toEqual(['processed', 'processed', 'processed']);
    const [machine] = await kept('machine');
    expect(await kept('machine')).toEqual([
      {
        ...{ id: files[0]?.machines?.[0], kind: 'machine', svcUserId, originType: 'FILE_POOLED' },
        ...{ name: serial, serialNumber: serial, make: 'John Deere' },
        createdTime: expect.any(String),
        updatedTime: expect.any(String),
      },
    ]);
    expect(files[1]?.machines).toEqual([machine?.id]);
    expect(await kept('implement')).toMatchObject([
      { id: files[2]?.implements?.[0], name: 'Sower', serialNumber: '4711' },
    ]);
    expect(await kept('operator')).toMatchObject([{ id: files[2]?.operators?.[0], name: 'Ada Lovelace' }]);
    const made = (await eventsOf(svcUserId)).filter(({ type }) => type === 'machineCreated');
    expect(made).toEqual([{ type: 'machineCreated', svcUserId, machineId: machine?.id }]);
  });

  test('name the operation that the files are part of, with the sessions of the machine', async () => {
    const { body } = await owner.get<{ id: string; files: string[] }[]>(
      `${operationsService}/operations?svcUserId=${svcUserId}&operationType=applied`,
    );
    expect(body[0]?.files).toHaveLength(2);
    const at = `${operationsService}/operations/${body[0]?.id}`;
    expect((await owner.get(`${at}/machines`)).body).toEqual({ machines: files[0]?.machines });
    expect((await owner.get(`${at}/implements`)).body).toEqual({ implements: [] });
    expect((await owner.get(`${at}/operators`)).body).toEqual({ operators: [] });
    const session = (day: number) => ({
      id: expect.any(String),
      startTime: `2024-05-0${day}T12:00:00.000Z`,
      endTime: `2024-05-0${day}T12:00:19.000Z`,
      area: { value: 0.06, unit: 'ha' },
    });
    expect((await owner.get(`${at}/sessions`)).body).toEqual([
      { machineId: files[0]?.machines?.[0], serialNumber: serial, sessions: [session(1), session(2)] },
    ]);
  });

  test('are deleted with their user', async () => {
    expect((await owner.call('DELETE', `${usersPath}/${svcUserId}`)).status).toBe(204);
    await idle();
    // Notes for the lake are removed once the lake is written.
    await advance({ minutes: 1 });
    await idle();
    expect(await itemsNaming(table('assets'), svcUserId)).toEqual([]);
    expect(await itemsNaming(table('operations'), svcUserId)).toEqual([]);
  });
});
