import { expect, test } from 'vitest';
import { meaningsOf, operationOf } from '../../../domain/machine-files/points/column-meanings.ts';
import { fullName } from '../../../domain/machine-files/points/columns/shortened-names.ts';

test.each([
  ['yld_mss_w', 'yldmasswet'],
  ['yld_mss_d', 'yldmassdry'],
  ['Yld_M_W', 'yldmasswet'],
  ['yld_vol_d', 'yldvoldry'],
  ['yld_vl_w', 'yldvolwet'],
  ['swth_w_', 'swthwdth'],
  ['crp_flw_', 'cropflw'],
  ['mstr_', 'moisture'],
  ['elvtn_', 'elevation'],
  ['trck_d_', 'trackdeg'],
  ['hdng', 'heading'],
  ['rt_ap_c', 'rtapdct'],
])('%s is short for %s', (column, name) => {
  expect(fullName(column)).toEqual({ name });
});

test.each([
  ['dstnc_f', { name: 'distance', unit: 'ft' }],
  ['dstnc_m', { name: 'distance', unit: 'm' }],
  ['spd_km_', { name: 'speed', unit: 'km/h' }],
])('%s keeps a rest of its unit', (column, found) => {
  expect(fullName(column)).toEqual(found);
});

test.each([
  'yld_ms_',
  'yld_vl_',
  'date',
  'time',
  'crop',
  'product',
  'prdct',
  'obj_id',
  'pass_num',
  'tmstmp',
  'variety',
  'ss',
])('%s stands for no column, or for several', (column) => {
  expect(fullName(column)).toBeUndefined();
});

test('the letter of mass behind a flow is no unit', () => {
  const columns = ['Crop_Flw_M', 'Yld_Mass_W', 'Distance_f'];
  expect(operationOf(columns)).toBe('harvested');
  expect(meaningsOf(columns, 'harvested')).toMatchObject([
    { property: 'cropFlow', column: 'Crop_Flw_M', unit: 'lb/s' },
    { property: 'wetMassPerArea', column: 'Yld_Mass_W', unit: 'lb/ac' },
    { property: 'distance', column: 'Distance_f', unit: 'ft' },
  ]);
});

test('columns without a unit are in the system of the others', () => {
  const unitOf = (columns: string[]) =>
    meaningsOf(columns, 'harvested').find(({ property }) => property === 'equipmentWidth')?.unit;
  expect(unitOf(['Swth_Wdth_', 'Yld_Mass_W'])).toBe('ft');
  expect(unitOf(['Swth_Wdth_', 'Yld_Mass_W', 'Prod_ac_h_'])).toBe('ft');
  expect(unitOf(['Swth_Wdth_', 'Yld_Mass_W', 'Prod_ha_h_'])).toBe('m');
  expect(unitOf(['Swth_Wdth_', 'Distance_m'])).toBe('m');
  expect(unitOf(['Swth_Wdth_', 'Distance_m', 'Elevation(ft)'])).toBe('ft');
});
