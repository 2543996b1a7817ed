import { describe, expect, test } from 'vitest';
import { refuseUnlessPlanting } from '../../../domain/prescriptions/planting.ts';

const facts = (column: string) => ({ rates: [{ column, min: 1, max: 2, rows: 2 }] });
const judge = (column: string, kind?: 'planting' | 'application') => () =>
  refuseUnlessPlanting('Climate FieldView', facts(column), kind);

describe('a prescription is taken for planting', () => {
  test.each(['rate', 'Seeds_ac', 'population', 'Galaxy', 'limestone_seed', 'TGT_KG_HA'])(
    'by its column %s',
    (column) => {
      expect(judge(column)).not.toThrow();
    },
  );

  test.each(['gal_ac', 'UAN32 rate UAN', 'Nitrogen', 'lime-t', 'FERT_1'])('but not by its column %s', (column) => {
    expect(judge(column)).toThrow(expect.objectContaining({ errorKey: 'prescriptionNotPlanting' }));
  });

  test('as its caller says', () => {
    expect(judge('gal_ac', 'planting')).not.toThrow();
    expect(judge('rate', 'application')).toThrow(/kind=application/);
  });
});
