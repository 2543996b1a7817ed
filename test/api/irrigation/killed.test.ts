import { expect, onTestFinished, test, vi } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { derivedId, newId } from '../../../adapters/system.ts';
import { irrigationId } from '../../../domain/irrigation/irrigation.ts';
import { isThorough } from '../../thorough.ts';
import { cloudClock, idle } from '../cloud.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { squareAt } from '../sync/connected-user.ts';
import {
  atCloudTime,
  context,
  delivery,
  killAnywhere,
  useMortalFunctions,
  workerOf,
} from '../sync/interruptions/kill-anywhere.ts';
import { useSandboxes } from '../sync/sandboxes.ts';
import { tracesOf, untilErased } from '../users/erasure.ts';
import { freshUser } from '../users/user.ts';
import { connectedUser, dry, fieldNet, pivot, service, wet } from './connected-pivot.ts';
import { storedPart, storedWater } from './water.ts';

/** Function bundles have GEOS beside them; their sources do not. */
vi.mock('../../../adapters/geos/packaged-geos.ts', () => ({
  packagedGeos: () => () => geosOverlay(() => import('geos-wasm')),
}));

const functions = useMortalFunctions(useSandboxes());
const dates = ['2026-06-29', '2026-06-30'];
const hectares = Math.PI / 4;

interface Part {
  startTime: string;
  fieldId: string;
  irrigationId: string[];
  summary: { properties: { totalArea: { value: number } } };
}

/** A user with water on two dates and a new field, which got it; what is stored of a third date is wrong. */
async function recut() {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const geometry = squareAt(-93.6, 42);
  const { body } = await owner.post<{ id: string }>(`/services/fields/api/users/${svcUserId}/fields`, { geometry });
  await idle();
  await storedWater(owner, svcUserId, 'other', dates);
  await storedPart(owner, svcUserId, body.id, '2026-07-04');
  const message = { ownerId: owner.owner.id, svcUserId, cut: body.id };
  return { owner, svcUserId, fieldId: body.id, message };
}

const partsOf = async ({ owner, svcUserId, fieldId }: { owner: TestOwner; svcUserId: string; fieldId: string }) =>
  (await owner.get<Part[]>(`${service}/users/${svcUserId}/irrigation/fields/${fieldId}`)).body;

async function newParts(svcUserId: string, fieldId: string): Promise<number> {
  const events = await eventsOf(svcUserId);
  return events.filter((event) => event.type === 'newFieldIrrigationActivity' && event.fieldId === fieldId).length;
}

test('a recut whose worker is killed ends with each part once, and without what no water was on', {
  timeout: 600_000,
}, async () => {
  const worker = await workerOf('sync-irrigation', 'irrigation-syncs');
  await killAnywhere(functions, worker, recut, async (one) => {
    const parts = await partsOf(one);
    expect(parts.map(({ startTime }) => startTime.slice(0, 10))).toEqual(dates);
    for (const { summary } of parts) expect(summary.properties.totalArea.value).toBeCloseTo(hectares, 3);
    // That of the third date is of the record that was wrong.
    expect(await newParts(one.svcUserId, one.fieldId)).toBe(dates.length + 1);
  });
});

const day = 86_400_000;
/** Noon in Iowa yesterday: of a machine that is known, no older days are read. */
const noon = Math.floor(cloudClock.now() / day) * day - day + 0.75 * day;
const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();
const history = (rows: object[]) => fieldNet('PUT', '/history/killed', { rows });

test('a round whose worker is killed brings each record, its part and its event once', {
  timeout: 600_000,
}, async () => {
  onTestFinished(() => fieldNet('DELETE', '/world/systems/killed'));
  const prepare = async () => {
    const owner = await freshOwner();
    await history([]);
    await fieldNet('PUT', '/world/systems/killed', pivot);
    const { svcUserId } = await connectedUser(owner);
    const geometry = squareAt(pivot.longitude, pivot.latitude);
    const { body } = await owner.post<{ id: string }>(`/services/fields/api/users/${svcUserId}/fields`, { geometry });
    await idle();
    await history([wet(at(0), 0, { rate: 1 }), dry(at(6), 180)]);
    const before = await newParts(svcUserId, body.id);
    const message = { ownerId: owner.owner.id, svcUserId, follow: 'Lindsay' };
    return { owner, svcUserId, fieldId: body.id, before, message };
  };
  const worker = await workerOf('sync-irrigation', 'irrigation-syncs');
  await killAnywhere(functions, worker, prepare, async (one) => {
    const path = `${service}/users/${one.svcUserId}`;
    const get = async <T>(rest: string) => (await one.owner.get<T>(path + rest)).body;
    const [machine] = await get<{ id: string }[]>('/irrigation-equipment?providerEquipmentId=killed');
    const date = at(-6).slice(0, 10);
    const id = irrigationId(derivedId, { svcUserId: one.svcUserId, equipmentId: machine?.id ?? '', date });
    const record = await get<Part>(`/irrigation/applied-irrigation/${id}`);
    expect(record.summary.properties.totalArea.value).toBeCloseTo((Math.PI * 180 ** 2) / 20_000, 2);
    const events = await eventsOf(one.svcUserId);
    expect(events.filter((event) => event.irrigationId === id).map(({ type }) => type)).toEqual([
      'newIrrigationActivity',
    ]);
    const parts = (await partsOf(one)).filter(({ irrigationId: ids }) => ids.includes(id));
    expect(parts).toHaveLength(1);
    const others = (await partsOf(one)).length - 1;
    expect((await newParts(one.svcUserId, one.fieldId)) - one.before).toBeLessThanOrEqual(1);
    expect(await newParts(one.svcUserId, one.fieldId)).toBe(others + 1);
  });
});

/** In quick runs the user is deleted before every third write alone. */
const stride = isThorough ? 1 : 3;

test('a user that is deleted during a recut leaves only the record of that, and the worker ends', {
  timeout: 600_000,
}, async () => {
  const worker = await workerOf('sync-irrigation', 'irrigation-syncs');
  const whole = await recut();
  functions.clear();
  await functions.during(atCloudTime(() => worker(delivery(whole.message, 1, newId()), context)));
  const steps = functions.steps.length;
  expect(steps).toBeGreaterThan(stride);
  for (let step = 1; step <= steps; step += stride) {
    const { owner, svcUserId, message } = await recut();
    let ended = false;
    const deliver = atCloudTime(() => worker(delivery(message, 1, newId()), context));
    const work = functions.during(deliver, { at: step, happens: 'hangs before' }).finally(() => {
      ended = true;
    });
    await vi.waitUntil(() => functions.isHanging || ended, { timeout: 60_000 });
    expect((await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`)).status).toBe(204);
    await idle();
    functions.release();
    expect(await work, `step ${step} of ${steps}`).toEqual({ batchItemFailures: [] });
    await untilErased();
    const deleted = `users ${owner.owner.id}#${svcUserId} ${svcUserId}`;
    expect(await atCloudTime(tracesOf)(svcUserId), `step ${step} of ${steps}`).toEqual([deleted]);
  }
});
