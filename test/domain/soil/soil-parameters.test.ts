import { describe, expect, it } from 'vitest';
import { meaningOf, soilParametersSchema } from '../../../domain/soil/soil-parameters.ts';

const problemsOf = (given: object) =>
  soilParametersSchema.safeParse(given).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('parameters for what a file of soil results does not say', () => {
  it('are taken as they are meant', () => {
    const given = {
      defaultUnits: { P: 'ppm', OM: '%', Ca: 'meq/100g', NO3N: 'lb/ac' },
      columns: {
        Phos: { analyte: 'P', unit: 'ppm', method: 'olsen' },
        Spot: { role: 'sampleId' },
        From: { role: 'depthTop', unit: 'in' },
      },
      lab: ' Prairie Soils ',
    };
    expect(soilParametersSchema.parse(given)).toEqual({ ...given, lab: 'Prairie Soils' });
  });

  it.each([
    [{ defaultUnits: { Gold: 'ppm' } }, 'defaultUnits.Gold', /must be the code of a known analyte/],
    [{ defaultUnits: { P: 'bushels' } }, 'defaultUnits.P', /bushels is no known unit; send one such as ppm/],
    [{ defaultUnits: { P: 'dS/m' } }, 'defaultUnits.P', /dS\/m does not convert to mg\/kg, the unit of P/],
    [{ defaultUnits: { P: 3 } }, 'defaultUnits.P', /string/],
    [{ defaultUnits: 'ppm' }, 'defaultUnits', /record|object/],
    [{ columns: { Phos: 'P' } }, 'columns.Phos', /must be \{"analyte"/],
    [{ columns: { Phos: {} } }, 'columns.Phos', /must be \{"analyte"/],
    [{ columns: { Phos: { analyte: 'P', role: 'sampleId' } } }, 'columns.Phos', /must be \{"analyte"/],
    [{ columns: { Phos: { analyte: 'phosphorus' } } }, 'columns.Phos.analyte', /code of a known analyte/],
    [{ columns: { Phos: { analyte: 'P', unit: 'pH' } } }, 'columns.Phos.unit', /does not convert/],
    [{ columns: { Phos: { analyte: 'P', method: 'guessing' } } }, 'columns.Phos.method', /known method/],
    [{ columns: { Phos: { analyte: 'P', colour: 'red' } } }, 'columns.Phos.colour', /send analyte, unit and method/],
    [{ columns: { Spot: { role: 'spot' } } }, 'columns.Spot.role', /must be one of sampleId, /],
    [{ columns: { Spot: { role: 'sampleId', unit: 'cm' } } }, 'columns.Spot.unit', /only columns of depth/],
    [{ columns: { From: { role: 'depthTop', unit: 'ppm' } } }, 'columns.From.unit', /unit of depth/],
    [
      { columns: { Phos: { analyte: 'P' }, ' phos': { analyte: 'K' } } },
      'columns. phos',
      /same heading as another one/,
    ],
    [
      { columns: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`C${at}`, { role: 'ignored' }])) },
      'columns',
      /at most 100/,
    ],
    [{ lab: ' ' }, 'lab', /./],
    [{ units: {} }, '', /[Uu]nrecognized/],
  ])('are refused with what was expected: %j', (given, at, message) => {
    const problems = problemsOf(given) ?? [];
    expect(problems.map(([path]) => path)).toContain(at);
    expect(problems.find(([path]) => path === at)?.[1]).toMatch(message);
  });

  it('find a column by its heading without case and spaces', () => {
    const columns = { 'Soil  Phos': { analyte: 'P' } };
    expect(meaningOf(' soil phos ', columns)?.meaning).toEqual({ analyte: 'P' });
    expect(meaningOf('phos', columns)).toBeUndefined();
    expect(meaningOf('constructor', columns)).toBeUndefined();
  });
});
