import { describe, expect, test } from 'vitest';
import { figuresOf, groundUnitOf, times } from '../../../web/console/numbers/figures.ts';

const harvest = {
  ...{ area: 'm2', distance: 'ft', elevation: 'ft', speed: 'mi/hr', harvestMoisture: 'percentage' },
  ...{ wetMass: 'lb', wetMassPerArea: 'lb/ac', dryMass: 'lb', dryMassPerArea: 'lb/ac' },
};
const idsOf = (units: Record<string, string>, chosen?: string) => figuresOf(units, chosen).map(({ id }) => id);

describe('figures of an operation', () => {
  test('begin with its points and their ground, then its yield and the total', () => {
    expect(idsOf(harvest)).toEqual([
      ...['points', 'workedArea', 'dryMassPerArea', 'dryMass'],
      ...['harvestMoisture', 'speed', 'elevation', 'varieties'],
    ]);
  });

  test('have the yield that the map shows, and first what it shows', () => {
    expect(idsOf(harvest, 'wetMassPerArea').slice(2, 4)).toEqual(['wetMassPerArea', 'wetMass']);
    expect(idsOf(harvest, 'harvestMoisture').slice(2, 5)).toEqual(['harvestMoisture', 'dryMass', 'dryMassPerArea']);
  });

  test('of an application are its rates and products, in the column of their dimension', () => {
    const litres = figuresOf({ appliedRate: 'gal/ac', appliedRateTarget: 'gal/ac' });
    expect(litres.map(({ id }) => id)).toEqual([
      ...['points', 'workedArea', 'appliedRate', 'appliedRateTotal', 'appliedRateTarget', 'products'],
    ]);
    expect(litres[2]).toMatchObject({ unit: 'gal/ac', sql: expect.stringContaining('SUM(appliedRate * area)') });
    expect(litres[3]).toMatchObject({ unit: 'gal' });
    const kilograms = figuresOf({ appliedRate: 'lb/ac' });
    expect(kilograms[2]?.sql).toContain('SUM(appliedMassRate * area)');
  });

  test('of planting are seeds, per acre or hectare', () => {
    const [, area, rate, total] = figuresOf({ seedRate: 'seeds/ha' });
    expect([area?.unit, rate?.unit, total?.unit]).toEqual(['ha', 'seeds/ha', 'seeds']);
  });
});

test('the unit of ground is that of the rates', () => {
  expect(groundUnitOf(harvest)).toBe('ac');
  expect(groundUnitOf({ dryMassPerArea: 't/ha' })).toBe('ha');
  expect(groundUnitOf({ speed: 'mi/hr' })).toBe('ac');
  expect(groundUnitOf({})).toBe('ha');
});

test('a conversion says its units, and unlike dimensions have none', () => {
  expect(times('AVG(speed)', 'm/s', 'm/s')).toBe('AVG(speed)');
  expect(times('SUM(area)', 'm2', 'ha')).toBe('SUM(area) * 0.0001 /* m2 to ha */');
  expect(() => times('AVG(speed)', 'm/s', 'kg')).toThrow('m/s');
});
