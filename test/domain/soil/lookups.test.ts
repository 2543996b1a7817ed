import { expect, it } from 'vitest';
import { methodOf } from '../../../domain/soil/methods.ts';
import { dateOrderOf, dayOf } from '../../../domain/soil/tables/dates.ts';
import { decimalOf } from '../../../domain/soil/tables/decimals.ts';
import { resultHeading } from '../../../domain/soil/tables/headings.ts';
import { factorBetween, unitIn } from '../../../domain/soil/units.ts';
import { readValue } from '../../../domain/soil/values.ts';

it('converts between units by their definitions', () => {
  expect(factorBetween({ from: '%', to: 'mg/kg' })).toBe(10_000);
  expect(factorBetween({ from: 'µS/cm', to: 'dS/m' })).toBe(0.001);
  // A milliequivalent of calcium in 100 g is 200.4 mg/kg.
  expect(factorBetween({ from: 'cmol/kg', to: 'mg/kg', equivalentGrams: 20.039 })).toBeCloseTo(200.39, 6);
  expect(factorBetween({ from: 'lb/ac', to: 'mg/kg', thickness: (20 / 3) * 2.54 })).toBeCloseTo(0.5, 9);
  expect(factorBetween({ from: 'lb/ac', to: 'mg/kg' })).toBeUndefined();
  expect(factorBetween({ from: 'cmol/kg', to: 'mg/kg' })).toBeUndefined();
  expect(unitIn('mg/kg (dry)')).toBe('mg/kg');
  expect(unitIn('mg/kg (%)')).toBeUndefined();
});

it('finds methods by words, and by abbreviations in identifiers of tests', () => {
  expect(methodOf('Mehlich III')).toBe('mehlich3');
  expect(methodOf('S-P-B1-1:10.01.03')).toBe('bray1');
  expect(methodOf('S-BPH-SIK1.02')).toBe('sikora');
  expect(methodOf('S-CEC.19')).toBeUndefined();
  expect(methodOf('L_MODV2_SOIL_P_016')).toBeUndefined();
});

it('reads headings of laboratories', () => {
  expect(resultHeading('Phosphorus M3 ICAP ppm P')).toMatchObject({ code: 'P', unit: 'ppm', method: 'mehlich3' });
  expect(resultHeading('WDRF Buffer pH')).toMatchObject({ code: 'BpH', method: 'woodruff' });
  expect(resultHeading('olsenP_mg.kg')).toMatchObject({ code: 'P', unit: 'mg.kg', method: 'olsen' });
  expect(resultHeading('Bray P')).toMatchObject({ code: 'P', method: 'bray1' });
  expect(resultHeading('Total Zn ppm').code).toBeUndefined();
  expect(resultHeading('CA_SAT').code).toBeUndefined();
});

it('reads days only where they are possible', () => {
  expect(dayOf('2/30/2024', 'monthFirst')).toBeUndefined();
  expect(dayOf('20200109', 'monthFirst')).toBe('2020-01-09');
  expect(dayOf('16-Aug-22', 'monthFirst')).toBe('2022-08-16');
  expect(dateOrderOf(['1/2/2024', '3/13/2024', '14/3/2024'], '.').doubt?.kind).toBe('contradictory');
});

it('takes a comma for what it can be', () => {
  expect(decimalOf(['6,5'], ';')).toEqual({ decimal: ',' });
  expect(decimalOf(['1,234', '6.5'], ',')).toEqual({ decimal: '.' });
  expect(decimalOf(['6,5', '6.5'], ';').mixed).toBe('6,5');
  expect(readValue('1,234.5')).toEqual({ kind: 'number', value: 1234.5 });
  expect(readValue('6,5')).toEqual({ kind: 'text' });
});
