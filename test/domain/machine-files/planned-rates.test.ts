import { expect, test } from 'vitest';
import { plannedRates } from '../../../domain/machine-files/points/planned-rates.ts';

test.each([
  [
    'the public sample of John Deere',
    ['rate', 'poly_area', 'objecttype', 'objectid', 'region', 'zone', 'zone_color'],
    ['rate'],
  ],
  ['a target and its product', ['Product', 'Tgt_Rate'], ['Tgt_Rate']],
  ['a target of a named field', ['Field', 'Rx'], ['Rx']],
  ['a unit in brackets', ['Rate(kg/ha)'], ['Rate(kg/ha)']],
  ['the yield that is aimed at', ['Rate1', 'Rate2', 'YieldGoal'], ['Rate1', 'Rate2']],
  ['a spreader', ['Dose'], ['Dose']],
  ['a spreader, with its unit', ['Dosis (kg/ha)', 'Zona'], ['Dosis (kg/ha)']],
])('polygons with planned rates are a prescription: %s', (_, columns, rates) => {
  expect(plannedRates(columns)).toEqual(rates);
});

test.each([
  ['fields', ['FIELD_NAME', 'FARM', 'ACRES']],
  ['fields with a rent', ['FIELD_NAME', 'RATE']],
  ['what a sprayer did', ['AppliedRat', 'TargetRate', 'Product']],
  ['records with a target alone', ['TargetRate', 'IsoTime', 'Speed']],
  ['doses that were recorded', ['Dose (L/ha)', 'Horodatage', 'Vitesse (km/h)']],
  ['a share of taxes', ['tax_rate_class', 'owner']],
])('others are none: %s', (_, columns) => {
  expect(plannedRates(columns)).toEqual([]);
});
