import { afterEach, expect, test } from 'vitest';
import { cloudClock } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { useSandboxes } from '../sync/sandboxes.ts';
import { connectedUser, dry, fieldNet, pivot, wet } from './connected-pivot.ts';

const owner = await freshOwner();
useSandboxes();

const hour = 3_600_000;
/** Noon in Iowa, some days ago. */
const noon = Math.floor(cloudClock.now() / (24 * hour)) * 24 * hour - 5 * 24 * hour + 18 * hour;
const at = (hours: number) => new Date(noon + hours * hour).toISOString();
const dateAt = (hours: number) => new Date(noon - 6 * hour + hours * hour).toISOString().slice(0, 10);

afterEach(async () => {
  await fieldNet('DELETE', '/world/systems/tested');
  await fieldNet('DELETE', '/faults');
});

interface Water {
  id: string;
  startTime: string;
  endTime: string;
  timeZone: string;
  derived?: true;
  equipment: { providerEquipmentId: string }[];
  summary: {
    geometry: { type: string };
    properties: Record<string, { value: number; unit: string } & Record<'avg' | 'min' | 'max', number>>;
  };
}

test('a pivot that waters over midnight has a record of each local date', async () => {
  await fieldNet('PUT', '/world/systems/tested', pivot);
  await fieldNet('PUT', '/history/tested', { rows: [wet(at(6), 350), dry(at(18), 170)] });
  const user = await connectedUser(owner);
  expect(await user.status()).toBe('OK');
  const [equipment] = await user.get<{ id: string; timeZone: string }[]>(
    '/irrigation-equipment?providerEquipmentId=tested',
  );
  expect(equipment).toMatchObject({
    provider: 'Lindsay',
    type: 'pivot',
    pivotLength: { value: 172, unit: 'm' },
    pivotRuntime: { value: 12, unit: 'hr' },
    brand: 'unknown',
    timeZone: 'America/Chicago',
  });
  const all = await user.get<Water[]>('/irrigation/applied-irrigation?size=100');
  const own = all.filter((one) => one.equipment[0]?.providerEquipmentId === 'tested');
  expect(own.map(({ startTime, endTime }) => [startTime.slice(0, 10), endTime.slice(0, 10)])).toEqual(
    [dateAt(6), dateAt(18)].map((date) => [date, date]),
  );
  const circle = (Math.PI * 180 ** 2) / 10_000;
  const sums = own.map(({ summary: { properties } }) => properties);
  const total = sums.reduce((sum, { totalArea }) => sum + (totalArea?.value ?? 0), 0);
  expect(total / circle).toBeCloseTo(0.5, 3);
  for (const { depth, totalArea, totalVolume } of sums) {
    expect(depth).toMatchObject({ unit: 'mm' });
    expect(depth?.avg).toBeCloseTo(10, 3);
    expect((totalVolume?.value ?? 0) / ((totalArea?.value ?? 1) * 100_000)).toBeCloseTo(1, 3);
  }
  expect(sums.reduce((sum, { totalPowerOn }) => sum + (totalPowerOn?.value ?? 0), 0)).toBeCloseTo(12, 3);
});
