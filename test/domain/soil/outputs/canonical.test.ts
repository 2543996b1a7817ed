import { expect, test } from 'vitest';
import { canonicalJson, canonicalSoilSchema } from '../../../../domain/soil/outputs/canonical.ts';
import type { SoilEvent } from '../../../../domain/soil/soil-reading.ts';
import { phosphorus, sample } from '../samples.ts';

const event = (lab: string, members: Partial<SoilEvent> = {}): SoilEvent => ({
  lab: { name: lab },
  files: ['a.xml'],
  samples: [sample([phosphorus('bray1', 12)])],
  ...members,
});

function modelOf(events: SoilEvent[]) {
  const warnings = [{ key: 'someWarning', message: 'It is doubtful.' }];
  const text = [...canonicalJson({ formats: ['modus1Xml'], events, warnings }, 'lab.zip')].join('');
  return canonicalSoilSchema.parse(JSON.parse(text));
}

test('the model has every result with what the file says of it, as its schema promises', () => {
  const depth = { top: 0, bottom: 8, unit: 'in', centimetres: { top: 0, bottom: 20.32 } };
  const read = sample([phosphorus('bray1', 12), { code: 'Texture', original: { name: 'Texture', value: 'loam' } }]);
  const model = modelOf([event('Lab', { date: '2022-05-04', field: 'North', samples: [{ ...read, depth }] })]);
  expect(model).toMatchObject({
    lab: { name: 'Lab', reportNumber: null },
    source: { fileName: 'lab.zip', formats: ['modus1Xml'] },
    warnings: [{ key: 'someWarning' }],
    events: [{ date: '2022-05-04', field: 'North', grower: null, files: ['a.xml'] }],
  });
  expect(model.events[0]?.samples).toEqual([
    {
      id: '1',
      location: { type: 'Point', coordinates: [10, 52] },
      depth,
      analytes: [
        {
          category: 'nutrient',
          name: 'Phosphorus',
          code: 'P',
          value: 12,
          unit: 'ppm',
          method: 'bray1',
          qualifier: null,
          flag: null,
          original: { name: 'Phosphorus', value: '12', unit: 'mg/kg', method: 'bray1' },
        },
        {
          category: null,
          name: 'Texture',
          code: 'Texture',
          value: 'loam',
          unit: null,
          method: null,
          qualifier: null,
          flag: null,
          original: { name: 'Texture', value: 'loam', unit: null, method: null },
        },
      ],
    },
  ]);
});

test('events of several laboratories have no laboratory in common', () => {
  expect(modelOf([event('A'), event('B')])).toMatchObject({ lab: null, events: [{ lab: { name: 'A' } }, {}] });
  expect(modelOf([event('A'), event('A')]).lab).toMatchObject({ name: 'A' });
});

test('a zip without events is a model without events', () => {
  expect(modelOf([])).toMatchObject({ lab: null, events: [] });
});
