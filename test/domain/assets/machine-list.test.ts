import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../domain/assets/asset.ts';
import { type Machine, shownMachine } from '../../../domain/assets/machine.ts';
import { type machineFilters, shownBy } from '../../../domain/assets/machine-list.ts';
import { distanceTests, type MachineWork } from '../../../domain/assets/machine-work.ts';
import { seed, seedNotice } from '../../seed.ts';

console.log(seedNotice);

const day = (n: number) => `2026-05-0${n}T00:00:00.000Z`;
const at = (n: number) => Date.parse(day(n));
const assets: Asset[] = Array.from({ length: 24 }, (_, n) => ({
  ...{ id: `id-${n}`, kind: 'machine', svcUserId: 'user', name: n % 3 === 0 ? 'Blue' : `Name ${n}` },
  originType: (['USER_CREATED', 'FILE_POOLED', 'PROVIDER_POOLED'] as const)[n % 3] ?? 'FILE_POOLED',
  ...(n % 3 !== 1 && { provider: n % 3 === 0 ? 'Svc' : 'JohnDeere', providerId: `p${n % 4}` }),
  ...(n % 3 === 2 && { providerOrganizationId: `org ${n % 2}` }),
  ...(n % 2 === 0 && { serialNumber: `s${n % 5}` }),
  ...(n % 4 === 0 && { vin: `v${n % 3}` }),
  ...{ createdTime: day(1 + (n % 7)), updatedTime: day(1 + ((n * 3) % 8)) },
}));

/** Values that some, one or no machine has, and what each filter means. */
const cases: Record<
  keyof typeof machineFilters,
  [readonly (string | number)[], (of: Machine, value: never) => boolean]
> = {
  name: [['Blue', 'blue', 'Name 4'], (one, value) => one.name === value],
  provider: [['Svc', 'JohnDeere', 'Stara'], (one, value) => one.provider === value],
  providerOrganizationId: [['org 0', 'org 2'], (one, value) => one.providerOrganizationId === value],
  providerMachineId: [['p0', 'p3', 'p9'], (one, value) => one.providerMachineId === value],
  serialNumber: [['s0', 's4', 's5'], (one, value) => one.serialNumber === value],
  vin: [['v0', 'v1', 'v7'], (one, value) => one.vin === value],
  originType: [['USER_CREATED', 'FILE_POOLED'], (one, value) => one.originType === value],
  createdTime: [[at(3), at(3) + 1], (one, value) => Date.parse(one.createdTime) === value],
  beforeCreatedTime: [[at(1), at(4)], (one, value) => Date.parse(one.createdTime) < value],
  afterCreatedTime: [[at(4), at(7)], (one, value) => Date.parse(one.createdTime) > value],
  updatedAt: [[at(2), at(9)], (one, value) => Date.parse(one.updatedAt) === value],
  beforeUpdatedAt: [[at(1), at(5)], (one, value) => Date.parse(one.updatedAt) < value],
  afterUpdatedAt: [[at(5), at(8)], (one, value) => Date.parse(one.updatedAt) > value],
};

test('lists of machines are those that a model in memory expects, whatever the filters', () => {
  const names = Object.keys(cases) as (keyof typeof cases)[];
  const drawn = fc.dictionary(fc.constantFrom(...names), fc.nat(), { minKeys: 0, maxKeys: 3 });
  fc.assert(
    fc.property(drawn, (chosen) => {
      const query = Object.fromEntries(
        Object.entries(chosen).map(([name, nth]) => {
          const [values] = cases[name as keyof typeof cases];
          return [name, values[nth % values.length]];
        }),
      );
      const expected = assets
        .map(shownMachine)
        .filter((one) =>
          Object.entries(query).every(([name, value]) => cases[name as keyof typeof cases][1](one, value as never)),
        );
      const { show, isWhole } = shownBy('machines', { ...query, page: 0, size: 20 }, shownMachine);
      expect(assets.flatMap((asset) => show(asset) ?? [])).toEqual(expected);
      expect(isWhole).toBe(Object.keys(query).length === 0);
    }),
    { seed, numRuns: 400 },
  );
});

describe('work is filtered by distance', () => {
  const work = (value: number | undefined) =>
    ({ distance: value === undefined ? null : { value, unit: 'ft' } }) as MachineWork;
  const shown = (query: object, value: number | undefined) => {
    const asked = { distanceUnit: 'ft' as const, ...query };
    return shownBy('work', asked, (one: MachineWork) => one, distanceTests(asked)).show(work(value)) !== undefined;
  };

  test.each([
    [{ distanceValue: 13693.21 }, 13693.21, true],
    [{ distanceValue: 13693.2 }, 13693.21, false],
    [{ distanceValue: 1, distanceUnit: 'Mile' }, 5280, true],
    [{ distanceValue: 2.593411, distanceUnit: 'mile' }, 13693.21, true],
    [{ greaterThanDistanceValue: 5280, distanceUnit: 'Feet' }, 5280, false],
    [{ greaterThanDistanceValue: 1, distanceUnit: 'mile' }, 5280.01, true],
    [{ lessThanDistanceValue: 1, distanceUnit: 'mile' }, 5280, false],
    [{ lessThanDistanceValue: 1, distanceUnit: 'mile' }, 5279.99, true],
    [{ greaterThanDistanceValue: 0 }, undefined, false],
    [{}, undefined, true],
  ])('%j of %s ft: %s', (query, value, isShown) => {
    expect(shown(query, value)).toBe(isShown);
  });
});
