import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { factorOf, parseUnit } from '../../domain/machine-files/points/units.ts';
import { adaptDefinitions } from '../../domain/machine-files/sets/adapt-definitions.ts';
import { adaptDocument } from '../adapters/machine-files/adapt-data-set.ts';
import { rasterDocument } from '../adapters/machine-files/adapt-raster-set.ts';
import { zipOf } from '../adapters/machine-files/harvest-text.ts';
import { processUpload } from '../adapters/machine-files/process-upload.ts';
import { corpus, sample } from './independent/samples.ts';

interface Definitions {
  dataTypeDefinitions: {
    definitionCode: string;
    numericDataTypeDefinitionAttributes?: { unitOfMeasureCode: string };
  }[];
}

/** Published parts of ADAPT Standard: its schema, its definitions, and a data set of plans. */
describe.skipIf(!corpus)('ADAPT Standard as published', () => {
  test.each([
    ['of polygons', adaptDocument],
    ['of a raster', rasterDocument()],
  ])('accepts the data set of the tests: %s', (_, document) => {
    const schema = JSON.parse(sample('ADAPT+Standard/adapt-root-schema.json').toString());
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  });

  test('defines each value in the unit that is read', () => {
    const text = sample('ADAPT+Standard/adapt-data-type-definitions.json')
      .toString()
      .replace(/^\uFEFF/, '');
    const { dataTypeDefinitions } = JSON.parse(text) as Definitions;
    for (const [code, meanings] of Object.entries(adaptDefinitions)) {
      const published = dataTypeDefinitions.find(({ definitionCode }) => definitionCode === code);
      const written = published?.numericDataTypeDefinitionAttributes?.unitOfMeasureCode ?? '';
      for (const { unit } of meanings) {
        const known = parseUnit(written.replace('count', 'seeds'));
        expect([code, known?.dimension, known?.factor]).toEqual([code, parseUnit(unit)?.dimension, factorOf(unit)]);
      }
    }
  });

  test('has a data set of plans, which is recognised as such', async () => {
    const zip = zipOf({
      'adapt.json': sample('ADAPT+StandardPlugin/vector_adapt.json'),
      '-49.parquet': sample('ADAPT+StandardPlugin/vector_-49.parquet'),
    });
    const { sets, problems } = await processUpload('plan.zip', zip);
    expect(sets[0]?.processed.problems).toMatchObject([
      { message: expect.stringContaining('plans and no records of work') },
    ]);
    expect(problems).toMatchObject([{ code: 'otherGeodata' }]);
  });
});
