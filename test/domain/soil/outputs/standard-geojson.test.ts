import { describe, expect, test } from 'vitest';
import { propertyNames } from '../../../../domain/soil/outputs/property-names.ts';
import { sampleFeature, soilGeojsonSchema, standardGeojson } from '../../../../domain/soil/outputs/standard-geojson.ts';
import { phosphorus, sample } from '../samples.ts';

describe('a sample as a feature', () => {
  test('has the code of an analyte with one result, with unit, method and qualifier', () => {
    const line = {
      ...sample([{ ...phosphorus('bray1', 12), qualifier: '<' }]),
      date: '2022-05-04',
      field: 'North',
      labName: 'Lab',
      depth: { top: 0, bottom: 8, unit: 'in', centimetres: { top: 0, bottom: 20.32 } },
    };
    expect(sampleFeature(line)).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [10, 52] },
      properties: {
        sampleId: '1',
        fieldName: 'North',
        sampleDate: '2022-05-04',
        depthTop: 0,
        depthBottom: 8,
        depthUnit: 'in',
        labName: 'Lab',
        P: 12,
        PUnit: 'ppm',
        PMethod: 'bray1',
        PQualifier: '<',
      },
    });
  });

  test('names the method of each of several results, and keeps both of one method', () => {
    const results = [phosphorus('bray1', 12), phosphorus('olsen', 7), phosphorus('bray1', 13)];
    const { properties } = sampleFeature(sample(results));
    expect(properties).toMatchObject({ P_bray1: 12, P_olsen: 7, P_bray1_2: 13, P_bray1_2Method: 'bray1' });
    expect(properties).not.toHaveProperty('P');
  });

  test('has a result that is no number as in the file, in the unit of the file', () => {
    const text = { code: 'Texture', original: { name: 'Texture', value: 'loam', unit: 'class', method: 'feel' } };
    expect(sampleFeature(sample([text])).properties).toMatchObject({
      Texture: 'loam',
      TextureUnit: 'class',
      TextureMethod: 'feel',
    });
  });

  test('without a place has no geometry, and says null of what is not known', () => {
    const { geometry, properties } = sampleFeature({ ...sample([]), geometry: null });
    expect(geometry).toBeNull();
    expect(properties).toEqual({
      sampleId: '1',
      fieldName: null,
      sampleDate: null,
      depthTop: null,
      depthBottom: null,
      depthUnit: null,
      labName: null,
    });
  });
});

test.each([
  ['an analyte named as a property that is there', ['sampleId'], ['sampleId'], ['sampleId_2']],
  ['an analyte named as the unit of another', ['P', 'PUnit'], [], ['P', 'PUnit_2']],
  ['an analyte whose unit is named as another', ['PUnit', 'P'], [], ['PUnit', 'P_2']],
  ['two results without a method', ['P', 'P'], [], ['P', 'P_2']],
])('%s has a name of its own', (_, codes, taken, names) => {
  const results = codes.map((code) => ({ code, original: { name: code, value: '1' } }));
  expect(propertyNames(results, taken)).toEqual(names);
});

test('the text of many samples is one collection, and of none an empty one', () => {
  const text = (count: number) => [...standardGeojson(Array.from({ length: count }, () => sample([])))].join('');
  expect(soilGeojsonSchema.parse(JSON.parse(text(3))).features).toHaveLength(3);
  expect(JSON.parse(text(0))).toEqual({ type: 'FeatureCollection', features: [] });
});
