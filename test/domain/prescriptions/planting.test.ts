import { describe, expect, test } from 'vitest';
import { refuseUnlessPlanting } from '../../../domain/prescriptions/planting.ts';

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
