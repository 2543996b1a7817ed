import { beforeAll, describe, expect, test } from 'vitest';
import type { Implement } from '../../../domain/assets/implement.ts';
import type { Machine } from '../../../domain/assets/machine.ts';
import type { MachineWork } from '../../../domain/assets/machine-work.ts';
import type { Operator } from '../../../domain/assets/operator.ts';
import { deereZip } from '../../adapters/machine-files/deere-zip.ts';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { taskDataZip } from '../../adapters/machine-files/task-data.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { operationsService, processed, type ShownFile } from '../machine-files/batch.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { followNext } from '../pages.ts';
import { freshUser } from '../users/user.ts';
import { freshMachine, usersAssets } from './asset.ts';

/** The device descriptions of a real export by a Deutz: a tractor, its console with the same serial number, and a spreader. */
const deutz = `<DVC A="DVC-1" B="6130.4-6140.4-6150.4 RVSHIFT-TTV" D="2002FF001CE804B6" E="525494"/>
  <DVC A="DVC-2" B="Console" D="20008B001CE804B6" E="525494"/>
  <DVC A="DVC-3" B="BOGBALLE ISOBUS CONTROLLER" D="A00A800050600F99" E="10203277ld">
    <DET A="DET-1" B="1" C="1" D="Spreader" E="0" F="0"/></DVC>
  <WKR A="WKR1" B="Lovelace" C="Ada"/>`;

/** 80 seeds a square metre, 3 m wide, always on; 5 cm3 of fuel a second, which its counter (mL) has in steps of a second. */
const sowing = [
  { ddi: '000C', value: () => 8_000 },
  { ddi: '0043', value: () => 3_000 },
  { ddi: '008D', value: () => 1 },
  { ddi: '0094', value: (record: number) => 7_000 + record * 5 },
];
const serial = '1N04045RJC0000106';

let owner: TestOwner;
let svcUserId: string;
let deere: ShownFile[];
let task: ShownFile;

const listed = async <T>(rest: string): Promise<T[]> => (await owner.get<T[]>(usersAssets(svcUserId, rest))).body;
const workOf = (machineId: string, query = '') => listed<MachineWork>(`machines/${machineId}/files${query}`);
const machineWith = async (serialNumber: string) => {
  const [machine, other] = await listed<Machine>(`machines?serialNumber=${serialNumber}`);
  if (!machine || other) throw new Error(`not one machine has the serial number ${serialNumber}`);
  return machine;
};

beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  await owner.post(`/services/config/api/configs/${svcUserId}`, { outOfStandardOperations: true });
  const days = [1, 2, 3].map((day) => [`${day}.zip`, deereZip({ serials: [serial, '0'], day, records: 10 * day })]);
  const both = deereZip({ serials: [serial, 'S-2'], day: 4 });
  deere = (await processed(owner, svcUserId, 'deere.zip', zipOf({ ...Object.fromEntries(days), '4.zip': both }))).files;
  const driven = taskDataZip(sowing, { devices: deutz, task: '<WAN A="WKR1"/>' });
  [task] = (await processed(owner, svcUserId, 'task.zip', driven)).files as [ShownFile];
  await idle();
});

describe('the work of a machine', () => {
  test('is one entry for each file that names it, the oldest first, with the way that it went', async () => {
    const machine = await machineWith(serial);
    expect(machine).toMatchObject({ make: 'John Deere', originType: 'FILE_POOLED', provider: null });
    const work = await workOf(machine.id);
    expect(work.map(({ svcFileId }) => svcFileId)).toEqual(deere.map(({ id }) => id).sort());
    const first = work.find(({ startTime }) => startTime?.startsWith('2024-05-01'));
    // Ten records that say that they went three metres each: 30 / 0.3048 ft.
    expect(first).toEqual({
      ...{ id: expect.any(String), svcUserId, machineId: machine.id, svcFileId: expect.any(String) },
      ...{ startTime: '2024-05-01T12:00:00.000Z', endTime: '2024-05-01T12:00:09.000Z' },
      ...{ distance: { value: 98.43, unit: 'ft' }, fuelConsumption: null, createdTime: expect.any(String) },
    });
  });

  test('has neither way nor fuel where the file names two machines', async () => {
    const [work] = await workOf((await machineWith('S-2')).id);
    expect(work).toMatchObject({ startTime: '2024-05-04T12:00:00.000Z', distance: null, fuelConsumption: null });
  });

  test('has the way by positions and the fuel by its counter where the file logs them', async () => {
    const tractor = await machineWith('525494');
    expect(tractor).toMatchObject({ category: 'Tractor', name: '6130.4-6140.4-6150.4 RVSHIFT-TTV' });
    const [work] = await workOf(tractor.id);
    // 49 steps of 2 / 111,230 degrees north at 50 degrees, 98.0 m; and of 5 mL, 0.245 L.
    expect(work?.svcFileId).toBe(task.id);
    expect(work?.distance?.value).toBeCloseTo(98 / 0.3048, 0);
    expect(work?.fuelConsumption).toEqual({ value: 0.06, unit: 'US gal' });
  });

  test.each([
    ['?afterStartTime=2024-05-02T12:00:00.000Z', 2],
    ['?beforeStartTime=2024-05-02T12:00:00.000Z', 1],
    ['?startTime=2024-05-02T12:00:00.000Z', 1],
    ['?endTime=2024-05-02T12:00:19.000Z', 1],
    ['?beforeEndTime=2024-05-02T12:00:19.000Z', 1],
    ['?afterEndTime=2024-05-02T12:00:19.000Z', 2],
    ['?originType=FILE_POOLED', 4],
    ['?originType=USER_CREATED', 0],
    ['?distanceValue=98.43', 1],
    ['?distanceValue=98.43&distanceUnit=Mile', 0],
    ['?greaterThanDistanceValue=98.43', 2],
    ['?lessThanDistanceValue=0.02&distanceUnit=mile', 1],
    ['?distanceUnit=mile', 4],
    ['?afterCreatedTime=2000-01-01', 4],
    ['?beforeCreatedTime=2000-01-01', 0],
    ['?svcFileId=01890a5d-ac96-774b-bcce-b302099a8057', 0],
  ])('is filtered by %s', async (query, count) => {
    expect(await workOf((await machineWith(serial)).id, query)).toHaveLength(count);
  });

  test('is sorted and read in pages', async () => {
    const { id } = await machineWith(serial);
    const days = (work: MachineWork[]) => work.map(({ startTime }) => startTime?.slice(8, 10));
    expect(days(await workOf(id, '?sort=startTime,desc'))).toEqual(['04', '03', '02', '01']);
    const path = usersAssets(svcUserId, `machines/${id}/files`);
    for (const query of ['size=3', 'size=3&sort=startTime']) {
      const rows = await followNext<MachineWork>(owner, `${path}?${query}`);
      expect(rows.map((work) => work.id).sort()).toEqual((await workOf(id)).map((work) => work.id).sort());
    }
    expect((await owner.get(`${path}?size=1`)).headers.get('x-total-count')).toBe('4');
  });

  test.each([
    ['distanceUnit=km', 'distanceUnit'],
    ['distanceValue=long', 'distanceValue'],
    ['distanceValue=-1', 'distanceValue'],
    ['greaterThanDistanceValue=2&lessThanDistanceValue=1', 'lessThanDistanceValue'],
    ['afterEndTime=2024-05-03&beforeEndTime=2024-05-02', 'beforeEndTime'],
    ['startTime=2024-02-30', 'startTime'],
    ['originType=FILE', 'originType'],
    ['sort=distance', 'sort'],
    ['size=101', 'size'],
    ['page=-1', 'page'],
    ['machine=1', 'machine'],
  ])('is not asked for with %s', async (query, field) => {
    const path = usersAssets(svcUserId, `machines/${(await machineWith(serial)).id}/files?${query}`);
    expect(expectProblem(await owner.get(path), 400).fieldErrors?.[0]?.field).toBe(field);
  });

  test('stays as it is when the file is processed again', async () => {
    const { id } = await machineWith(serial);
    const before = await workOf(id);
    expect((await owner.post(`${operationsService}/files/reprocess`, { svcUserId })).status).toBe(202);
    await idle();
    expect(await workOf(id)).toEqual(before);
  });

  test('is none of a machine that was entered by hand, with the same serial number too', async () => {
    const { id } = await freshMachine(owner, svcUserId, { serialNumber: 'S-2', name: 'By hand' });
    expect(await workOf(id)).toEqual([]);
    expect((await listed<Machine>('machines?serialNumber=S-2')).map(({ originType }) => originType).sort()).toEqual([
      'FILE_POOLED',
      'USER_CREATED',
    ]);
    expect((await owner.call('DELETE', usersAssets(svcUserId, `machines/${id}`))).status).toBe(204);
  });
});

describe('what else files name', () => {
  test('are implements, of which the console is not the tractor', async () => {
    const found = await listed<Implement>('implements?sort=name');
    expect(found.map(({ name }) => name)).toEqual(['BOGBALLE ISOBUS CONTROLLER', 'Console']);
    const [spreader] = found;
    expect(spreader).toEqual({
      ...{ id: expect.any(String), svcUserId, name: 'BOGBALLE ISOBUS CONTROLLER', originType: 'FILE_POOLED' },
      ...{ provider: null, providerImplementId: null, providerOrganizationId: null },
      ...{ serialNumber: '10203277ld', category: 'Fertilizer spreader' },
      ...{ createdTime: expect.any(String), updatedTime: expect.any(String) },
    });
    expect((await owner.get(usersAssets(svcUserId, `implements/${spreader?.id}`))).body).toEqual(spreader);
    const { createdTime = '' } = spreader ?? {};
    const later = new Date(Date.parse(createdTime) + 60_000).toISOString();
    expect(await listed(`implements?name=Console&createdTime=${createdTime}`)).toHaveLength(1);
    expect(await listed(`implements?createdTime=${later}`)).toEqual([]);
    expect(await listed('implements?provider=JohnDeere')).toEqual([]);
    expect(await listed(`implements?svcUserId=${svcUserId}`)).toHaveLength(2);
    const other = `implements?svcUserId=${(await freshUser(owner)).id}`;
    expectProblem(await owner.get(usersAssets(svcUserId, other)), 400);
  });

  test('are operators', async () => {
    const [ada] = await listed<Operator>('operators');
    expect(ada).toEqual({
      ...{ id: task.operators?.[0], svcUserId, name: 'Ada Lovelace', originType: 'FILE_POOLED', status: 'ACTIVE' },
      ...{ provider: null, providerOperatorId: null, providerOrganizationId: null, license: null },
      ...{ createdTime: expect.any(String), updatedTime: expect.any(String) },
    });
    expect((await owner.get(usersAssets(svcUserId, `operators/${ada?.id}`))).body).toEqual(ada);
    expectProblem(
      await owner.get(usersAssets(svcUserId, `operators/${task.implements?.[0]}`)),
      404,
      'operatorNotFound',
    );
    expect(await listed('operators?provider=JohnDeere')).toEqual([]);
    expect(await listed(`operators?updatedTime=${ada?.updatedTime}`)).toHaveLength(1);
  });

  test('are no layers, of which none is stored yet', async () => {
    for (const type of ['', '?type=NVDI', '?type=NDVI', '?type=RGB']) expect(await listed(`layers${type}`)).toEqual([]);
    expectProblem(await owner.get(usersAssets(svcUserId, 'layers?type=EVI')), 400);
  });

  test('is told once each, however often files are processed', async () => {
    const types = (await eventsOf(svcUserId))
      .map(({ type }) => type)
      .filter((type) => /^(impl|oper.*rC|mach)/.test(type));
    const count = (type: string) => types.filter((one) => one === type).length;
    expect([count('implementCreated'), count('operatorCreated'), count('machineUpdated')]).toEqual([2, 1, 0]);
    // Three from files, and one by hand.
    expect([count('machineCreated'), count('machineDeleted')]).toEqual([4, 1]);
  });
});
