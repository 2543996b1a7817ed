import { afterEach, expect, test } from 'vitest';
import { cloudClock, idle } from '../cloud.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { squareAt } from '../sync/connected-user.ts';
import { useSandboxes } from '../sync/sandboxes.ts';
import { connectedUser, dry, fieldNet, pivot, wet } from './connected-pivot.ts';

const owner = await freshOwner();
useSandboxes();

const day = 86_400_000;
/** Noon in Iowa yesterday, which each round reads again. */
const noon = Math.floor(cloudClock.now() / day) * day - day / 4;
const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();
const history = (hours: number) =>
  fieldNet('PUT', '/history/announced', { rows: [wet(at(0), 0, { rate: 1 }), dry(at(hours), hours * 30)] });

afterEach(() => fieldNet('DELETE', '/world/systems/announced'));

interface Shown {
  id: string;
  equipment: { providerEquipmentId: string }[];
  summary: { properties: { totalArea: { value: number } } };
}

test('a record and its part are announced once, however often their day is read and replaced', async () => {
  // At first the panel reports no water, then it does, and the day goes on.
  await fieldNet('PUT', '/world/systems/announced', { ...pivot, hasFlow: false });
  await history(1);
  const user = await connectedUser(owner);
  const geometry = squareAt(pivot.longitude, pivot.latitude);
  const fields = `/services/fields/api/users/${user.svcUserId}/fields`;
  const { body: field } = await owner.post<{ id: string }>(fields, { geometry });
  await idle();
  const own = (all: Shown[]) =>
    all.filter(({ equipment }) => equipment.some(({ providerEquipmentId }) => providerEquipmentId === 'announced'));
  const read = async (rest: string) => own(await user.get<Shown[]>(rest));
  const shown = async () => [
    await read('/irrigation/applied-irrigation?size=100'),
    await read(`/irrigation/fields/${field.id}?size=100`),
  ];
  const [[record], [part]] = (await shown()) as [Shown[], Shown[]];
  const announced = async () => {
    const events = await eventsOf(user.svcUserId);
    const of = (name: string, id: string | undefined) => events.filter((event) => event[name] === id);
    return [...of('irrigationId', record?.id), ...of('fieldIrrigationId', part?.id)].map(({ type }) => type);
  };
  const once = ['newIrrigationActivity', 'newFieldIrrigationActivity'];
  expect(await announced()).toEqual(once);
  await user.sync();
  await fieldNet('PUT', '/world/systems/announced', pivot);
  await user.sync();
  await history(3);
  await user.sync();
  await user.sync();
  await owner.call('PUT', `${fields}/${field.id}/boundary`, {
    json: { geometry: squareAt(pivot.longitude, pivot.latitude, 0.02) },
  });
  await idle();
  const [records, parts] = (await shown()) as [Shown[], Shown[]];
  expect(records.map(({ id }) => id)).toEqual([record?.id]);
  expect(parts.map(({ id }) => id)).toEqual([part?.id]);
  const grown =
    (records[0]?.summary.properties.totalArea.value ?? 0) / (record?.summary.properties.totalArea.value ?? 1);
  expect(grown).toBeCloseTo(3, 2);
  expect(await announced()).toEqual(once);
});
