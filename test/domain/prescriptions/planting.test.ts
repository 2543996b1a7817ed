import { describe, expect, test } from 'vitest';
import { plantingColumnFor, refuseUnlessPlanting } from '../../../domain/prescriptions/planting.ts';

const facts = (column: string) => ({ rates: [{ column, min: 1, max: 2, rows: 2 }] });
const judge = (column: string, kind?: 'planting' | 'application') => () =>
  refuseUnlessPlanting('Climate FieldView', facts(column), kind);

describe('a prescription is taken for planting', () => {
  test.each(['Seeds_ac', 'population', 'TgtSeeds', 'limestone_seed', 'POP', 'HYBRID_RT'])(
    'by its column %s',
    (column) => {
      expect(judge(column)).not.toThrow();
    },
  );

  test.each(['gal_ac', 'UAN32 rate UAN', 'Nitrogen', 'lime-t', 'FERT_1'])('but not by its column %s', (column) => {
    expect(judge(column)).toThrow(expect.objectContaining({ errorKey: 'prescriptionNotPlanting' }));
  });

  test.each(['rate', 'TGT_KG_HA', 'Galaxy', 'popcorn', 'plant_food'])('and not guessed by its column %s', (column) => {
    expect(judge(column)).toThrow(expect.objectContaining({ errorKey: 'prescriptionKindOpen' }));
    expect(judge(column)).toThrow(/kind=planting/);
  });

  test('and not guessed by columns of which none says it', () => {
    const several = { rates: ['rate', 'rate_2'].flatMap((column) => facts(column).rates) };
    expect(() => refuseUnlessPlanting('Climate FieldView', several, undefined)).toThrow(/the columns do not say/);
    expect(() => refuseUnlessPlanting('Climate FieldView', undefined, 'planting')).not.toThrow();
  });

  test('as its caller says', () => {
    expect(judge('gal_ac', 'planting')).not.toThrow();
    expect(judge('rate', 'planting')).not.toThrow();
    expect(judge('rate', 'application')).toThrow(/kind=application/);
  });
});

describe('a prescription that is written for planting', () => {
  test.each([
    ['rate', undefined, 'seed_rate'],
    ['TGT_KG_HA', 'kg/ha', 'seed_rate'],
    ['TgtSeeds', 'S/ac', 'TgtSeeds'],
  ] as const)('has for the column %s in %s the column %s, which is taken', (column, unit, expected) => {
    expect(plantingColumnFor(column, unit)).toBe(expected);
    expect(judge(expected)).not.toThrow();
  });

  test.each([
    ['UAN_32', undefined],
    ['rate', 'l/ha'],
    ['rate', 'gal/ac'],
    ['seed_rate', 'lbs(N)/ac'],
  ] as const)('has none for the column %s in %s', (column, unit) => {
    expect(plantingColumnFor(column, unit)).toBeUndefined();
  });
});
