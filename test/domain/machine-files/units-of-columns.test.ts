import { describe, expect, test } from 'vitest';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { meaningsOf, statedUnit } from '../../../domain/machine-files/points/column-meanings.ts';
import { ambiguousNames, clarify } from '../../../domain/machine-files/points/columns/ambiguous-names.ts';
import { columnsOf, type KnownColumn, knownName } from '../../../domain/machine-files/points/columns/column-names.ts';
import { decideUnit } from '../../../domain/machine-files/points/columns/decide-unit.ts';
import { simpleUnits, unitSpellings } from '../../../domain/machine-files/points/columns/simple-units.ts';
import { inEnglish, translatedNames } from '../../../domain/machine-files/points/columns/translated-names.ts';
import { parseUnit, readingsOf, shownUnit } from '../../../domain/machine-files/points/units.ts';

const operations: OperationType[] = ['harvested', 'planted', 'applied', 'tillage'];
const known = operations.flatMap((operation) => {
  const { own, shared } = columnsOf(operation);
  const columns = operation === 'harvested' ? [...own, ...shared] : own;
  return columns.flatMap((column) => (column.unit ? column.names.map((name) => ({ operation, column, name })) : []));
});
const bottoms = ['', '/ha', '/ac', '/m2', '/s', '/h', '/m'];
const ofUnits = [
  ...Object.keys(simpleUnits).flatMap((top) => bottoms.map((bottom) => `${top}${bottom}`)),
  ...Object.keys(simpleUnits).map((top) => `${top.toUpperCase()}/HA`),
  ...['furlong', 'kg/acre/day', 'foo/bar', 'mph', 'MPH', 'GPA', 'kg ha-1', 'lb1ac-1', 'Mg ha⁻¹', 'kgha'],
];
const everySpelling = unitSpellings.flatMap((top) => ['', '/ha', '/ac', '/s'].map((bottom) => `${top}${bottom}`));

/** What is wrong with the meaning of a header; undefined if its unit is one of what the name measures, or refused for a reason. */
function wrongWith(operation: OperationType, column: KnownColumn, name: string, unit: string): string | undefined {
  const header = `${name} (${unit})`;
  const all = meaningsOf([header], operation);
  const meaning = all.find(({ property }) => property === column.property) ?? all[0];
  if (!meaning) return `${operation}: ${header} has no meaning`;
  const { unit: found = '', dimensions = [], property } = meaning;
  // The whole may be a name of its own, such as distance and f.
  if (found !== unit && !knownName(inEnglish(`${name}${unit}`))) return `${header} is read in ${found}`;
  const decided = decideUnit({ property, written: found, dimensions });
  const isMeasured = readingsOf(found).some(({ dimension }) => dimensions.includes(dimension));
  if ('fault' in decided) {
    const isForAReason = decided.fault === 'otherCase' || decided.fault === 'unweighed';
    return isMeasured && !isForAReason ? `${header} is refused as ${decided.fault}` : undefined;
  }
  const dimension = parseUnit(decided.unit)?.dimension;
  if (!dimension || !dimensions.includes(dimension)) return `${header} is ${decided.unit}`;
  return readingsOf(found).some((reading) => reading.unit === decided.unit)
    ? undefined
    : `${header} is ${decided.unit}`;
}

test('every name with every unit has a unit of what the name measures, or a fault that says why not', () => {
  const first = new Set<KnownColumn>();
  const wrong = known.flatMap(({ operation, column, name }) => {
    const units = first.has(column) ? ofUnits : [...ofUnits, ...everySpelling];
    first.add(column);
    return units.flatMap((unit) => wrongWith(operation, column, name, unit) ?? []);
  });
  expect(wrong).toEqual([]);
});

test('every name in another language means with every unit what the English name means', () => {
  const wrong = [...translatedNames].flatMap(([foreign, english]) =>
    operations.flatMap((operation) =>
      bottoms.flatMap((bottom) =>
        ['t', 'dt', 'sc', 'bale', 'hL', 'gal', 'ksds', 'cm', 'kg', '%'].flatMap((top) => {
          const [said, same] = [foreign, english].map((name) =>
            meaningsOf([`${name} (${top}${bottom})`], operation).map(({ column: _, ...meaning }) => meaning),
          );
          return JSON.stringify(said) === JSON.stringify(same) ? [] : [`${operation}: ${foreign} (${top}${bottom})`];
        }),
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

test('every name of several things has the one meaning that its unit measures, or none', () => {
  for (const name of ambiguousNames) {
    expect(knownName(inEnglish(name)), name).toBeUndefined();
    for (const operation of operations) {
      for (const unit of ofUnits) {
        const header = `${name} (${unit})`;
        const clear = clarify(header, unit, operation, [header]);
        const found = meaningsOf([header], operation);
        expect(found.length, header).toBe(clear?.name === undefined ? 0 : 1);
        if (clear && clear.may.length > 1) expect(clear.name, header).toBeUndefined();
        const [meaning] = found;
        const dimensions = readingsOf(unit).map(({ dimension }) => dimension);
        if (meaning) expect(meaning.dimensions, header).toEqual(expect.arrayContaining([expect.toBeOneOf(dimensions)]));
      }
    }
  }
});

test.each<[operation: OperationType, header: string, ...may: string[]]>([
  ['applied', 'Taxa (kg/ha)', 'appliedRate', 'appliedRateTarget'],
  ['planted', 'Menge', 'seedRate', 'seedRateTarget'],
  ['harvested', 'Breite', 'equipmentWidth', 'the latitude'],
  ['harvested', 'Teilbreite', 'equipmentWidth', 'sectionId'],
  ['applied', 'Altura (m)', 'elevation', 'the height of a boom or header'],
  ['tillage', 'Kraftstoffverbrauch', 'fuelUsed', 'fuelRate', 'fuel for an area'],
])('as %s, %s may be several things', (operation, header, ...may) => {
  expect(clarify(header, statedUnit(header), operation, [header])?.may).toEqual(may);
});

test.each(Object.entries(simpleUnits).filter(([name]) => name !== 'bale'))(
  '%s is read as itself alone, and shown in its own dimension',
  (name, unit) => {
    expect(parseUnit(name)).toMatchObject({ dimension: unit.dimension, factor: unit.factor });
    expect(parseUnit(shownUnit(name))?.dimension).toBe(unit.dimension);
  },
);

const pound = 0.45359237;
const acre = 4046.8564224;

test.each<[written: string, unit: string, factor: number]>([
  ['Mg/ha', 't/ha', 0.1],
  ['Mg ha-1', 't/ha', 0.1],
  ['T/ha', 't/ha', 0.1],
  ['ton/ha', 't/ha', 0.1],
  ['MT/ha', 't/ha', 0.1],
  ['metric tons/ac', 't/ac', 1000 / acre],
  ['tons/ac', 'ton/ac', (2000 * pound) / acre],
  ['short tons/ac', 'ton/ac', (2000 * pound) / acre],
  ['long tons/ac', 'longton/ac', (2240 * pound) / acre],
  ['dt/ha', 'dt/ha', 0.01],
  ['q/ha', 'dt/ha', 0.01],
  ['quintaux/ha', 'dt/ha', 0.01],
  ['tn/ha', 't/ha', 0.1],
  ['tn/ac', 'ton/ac', (2000 * pound) / acre],
  ['sc/ha', 'sc/ha', 0.006],
  ['sacas/ha', 'sc/ha', 0.006],
  ['cwt/ac', 'cwt/ac', (100 * pound) / acre],
  ['hl/ha', 'hL/ha', 0.01],
  ['gpa', 'gal/ac', 3.785411784 / acre],
  ['kseeds/ha', 'ksds/ha', 0.1],
  ['mil semillas/ha', 'ksds/ha', 0.1],
  ['pieds/ha', 'seeds/ha', 1e-4],
  ['pieds', 'ft', 0.3048],
  ['pulgadas', 'in', 0.0254],
  ['Zoll', 'in', 0.0254],
  ['m³/ha', 'm3/ha', 0.1],
  ['lbs/ac', 'lb/ac', pound / acre],
  ['lb/A', 'lb/ac', pound / acre],
  ['kg/a', 'kg/are', 0.01],
  ['ML/ha', 'ML/ha', 100],
  ['ml/ha', 'mL/ha', 1e-7],
  ['gal (US)/ac', 'gal/ac', 3.785411784 / acre],
  ['imp gal/ac', 'impgal/ac', 4.54609 / acre],
  ['fl oz/ac', 'floz/ac', 3.785411784 / 128 / acre],
  ['floz1ac-1', 'floz/ac', 3.785411784 / 128 / acre],
  ['k seeds/ac', 'ksds/ac', 1000 / acre],
  ['S/ac', 'seeds/ac', 1 / acre],
  ['Körner/m²', 'seeds/m2', 1],
  ['1/m²', 'seeds/m2', 1],
  ['kn', 'nmi/h', 1852 / 3600],
  ['kN', 'kN', 1000],
])('%s is %s', (text, unit, factor) => {
  const [reading] = readingsOf(text);
  expect(reading).toMatchObject({ unit });
  expect((reading?.factor ?? 0) / factor).toBeCloseTo(1, 9);
});

describe('a unit that may mean several', () => {
  const rate = { property: 'appliedRate', dimensions: ['volumePerArea', 'massPerArea', 'countPerArea'] } as const;
  const of = (text: string, usual?: number, more = {}) => decideUnit({ ...rate, written: text, usual, ...more });

  test('follows the name of its column', () => {
    expect(of('oz/ac', 10, { dimensions: ['volumePerArea'] })).toEqual({ unit: 'floz/ac' });
    expect(of('oz/ac', 10, { dimensions: ['massPerArea'] })).toEqual({ unit: 'oz/ac' });
    expect(of('#/ac', 10, { dimensions: ['countPerArea'] })).toEqual({ unit: 'seeds/ac' });
    expect(decideUnit({ property: 'downForce', written: 'lb', dimensions: ['force'] })).toEqual({ unit: 'lbf' });
    expect(decideUnit({ property: 'downForce', written: 'kPa', dimensions: ['force'] })).toEqual({
      fault: 'otherDimension',
      measures: 'pressure',
    });
  });

  test('follows the rate beside it, then what its values can be, and says so', () => {
    expect(of('oz/ac', 10, { beside: 'volumePerArea' })).toEqual({ unit: 'floz/ac' });
    expect(of('oz/ac', 10)).toMatchObject({ unit: 'oz/ac', because: expect.stringContaining('floz/ac') });
    expect(of('MG/HA', 5)).toMatchObject({ unit: 't/ha', because: expect.any(String) });
    expect(of('ML/HA', 500)).toMatchObject({ unit: 'mL/ha', because: expect.any(String) });
    expect(of('Ml/ha', 2)).toMatchObject({ unit: 'ML/ha', because: expect.any(String) });
    expect(of('T/ac', 2)).toMatchObject({ unit: 'ton/ac', because: 'T is a ton of 2,000 lb' });
  });

  test('is left out where its case decides between units that are far apart, and its values do not', () => {
    expect(of('MG/HA')).toMatchObject({ fault: 'otherCase' });
    expect(of('mg/ha', 5)).toEqual({ fault: 'otherCase', meant: ['mg/ha', 't/ha'] });
    expect(of('ML/ha', 500)).toEqual({ fault: 'otherCase', meant: ['ML/ha', 'mL/ha'] });
    expect(of('ML/ha', 2)).toEqual({ unit: 'ML/ha' });
    expect(of('mL/ha', 500)).toEqual({ unit: 'mL/ha' });
  });
});

test.each<[OperationType, header: string, property: string, unit: string]>([
  ['applied', 'Rt_Apd_Ms_', 'appliedRate', 'lb/ac'],
  ['applied', 'Rt_Apd_Liq', 'appliedRate', 'gal/ac'],
  ['applied', 'Rt Apd (Ms)', 'appliedRate', 'lb/ac'],
  ['applied', 'Rate Applied [kg/ha]', 'appliedRate', 'kg/ha'],
  ['applied', 'Ausbringmenge (l/ha)', 'appliedRate', 'l/ha'],
  ['applied', 'Dosis aplicada (kg/ha)', 'appliedRate', 'kg/ha'],
  ['planted', 'Rt_Apd_Ct_', 'seedRate', 'seeds/ac'],
  ['planted', 'Rt_Apd_Ms_', 'seedRate', 'lb/ac'],
  ['planted', 'Aussaatstärke (Körner/m²)', 'seedRate', 'Körner/m²'],
  ['harvested', 'yield_Mg_ha', 'wetMassPerArea', 'Mg/ha'],
  ['harvested', 'Yield.t.ha.', 'wetMassPerArea', 't/ha'],
  ['harvested', 'Yield (t/ha dry)', 'dryMassPerArea', 't/ha'],
  ['harvested', 'Ertrag trocken (dt/ha)', 'dryMassPerArea', 'dt/ha'],
  ['harvested', 'Rendement (q/ha)', 'wetMassPerArea', 'q/ha'],
  ['harvested', 'Humedad (%)', 'harvestMoisture', '%'],
])('as %s, %s is %s in %s', (operation, header, property, unit) => {
  expect(meaningsOf([header], operation)).toMatchObject([{ property, unit }]);
});

test('a bale weighs what the setting says, in pounds for an acre and in tonnes for a hectare', () => {
  const of = (written: string, bale?: number) =>
    decideUnit({ property: 'wetMassPerArea', written, dimensions: ['massPerArea'], weights: { bale } });
  expect(of('bales/ac')).toEqual({ fault: 'unweighed', setting: 'bale' });
  expect(of('bales/ac', 500 * pound)).toEqual({ unit: 'lb/ac', times: expect.closeTo(500, 9) });
  expect(of('fardos/ha', 220)).toEqual({ unit: 't/ha', times: 0.22 });
  expect([parseUnit('bales/ac'), shownUnit('bales/ac')]).toEqual([undefined, 'bales/ac']);
});

test('a target without a unit measures what the rate beside it measures', () => {
  const meanings = meaningsOf(['Rt_Apd_Ms_', 'Tgt Rate'], 'applied');
  expect(meanings.map(({ unit }) => unit)).toEqual(['lb/ac', 'lb/ac']);
});
