import { expect, test } from 'vitest';
import { workFacts, workInputs } from '../../../web/console/work/work-record.ts';

const rate = (avg: number) => ({ avg, unit: 'kg/ha' });
const area = { value: 192_770, unit: 'm2' };

test('an application has its ground, mean and target rate, total and machine', () => {
  const summary = {
    ...{ operationType: 'applied', totalArea: area, appliedRate: rate(151.26), appliedRateTarget: rate(150) },
    totalApplied: { value: 2_915.8, unit: 'kg' },
    machinery: [{ name: 'Spreader', brand: 'Make', model: 'S 1' }, { name: 'Make' }],
  };
  const facts = workFacts(summary, false).map(({ title, text }) => `${title}: ${text}`);
  expect(facts).toEqual([
    'Ground: 19.28 ha',
    'Rate: 151.3 kg/ha, target 150',
    'Applied: 2,916 kg',
    'Machine: Make S 1 Spreader, Make',
  ]);
  expect(workFacts(summary, true)[0]?.text).toBe('47.63 ac');
});

test('varieties without a rate or a total are no inputs', () => {
  expect(workInputs({ varieties: [{ name: '23A42' }] })).toEqual([]);
});

test('products and varieties have their rates and totals, where these were recorded', () => {
  const total = { value: 462.85, unit: 'gal' };
  const products = [{ name: 'Water', type: 'Carrier', rate: { value: 9.72, unit: 'gal/ac' }, totalApplied: total }];
  expect(workInputs({ products })).toEqual([{ name: 'Water (carrier)', rate: '9.72 gal/ac', total: '462.9 gal' }]);
  const varieties = [{ name: 'Hybrid 1', rate: { avg: 33_998.2, unit: 'seeds/ac' } }];
  expect(workInputs({ varieties })).toEqual([{ name: 'Hybrid 1', rate: '33,998 seeds/ac', total: '–' }]);
});
