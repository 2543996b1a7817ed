import * as z from 'zod';
import type { SoilGeometry, SoilResult } from '../soil-reading.ts';
import { propertyNames } from './property-names.ts';
import type { SampleLine } from './sample-line.ts';

const nullableText = z.string().nullable();

const sampleFeatureSchema = z.object({
  type: z.literal('Feature').describe('The type of the GeoJSON object.'),
  geometry: z
    .unknown()
    .describe('A Point, Polygon or MultiPolygon, or null where no file says where the sample was taken.'),
  properties: z
    .object({
      sampleId: z.string().describe('Id of the sample in the file.'),
      fieldName: nullableText.describe('The name of the field in the file; null if it names none.'),
      sampleDate: nullableText.describe('The local day of sampling.'),
      depthTop: z
        .number()
        .nullable()
        .describe('The upper end of the sample, in `depthUnit`; null if the file says no depth.'),
      depthBottom: z
        .number()
        .nullable()
        .describe('The lower end of the sample, in `depthUnit`; null if the file says no depth.'),
      depthUnit: nullableText.describe('As in the file.'),
      labName: nullableText.describe('The name of the laboratory; null if the file names none.'),
    })
    .catchall(z.union([z.number(), z.string()]).nullable())
    .describe(
      'Results follow under names of their own, such as `P`, `PUnit`, `PMethod`, `PQualifier` and `PFlag`; a number that cannot be is null, with `PFlag` and `POriginal`.',
    ),
});

/** Samples as a flat GeoJSON. */
export const soilGeojsonSchema = z
  .object({
    type: z.literal('FeatureCollection').describe('The type of the GeoJSON object.'),
    features: z.array(sampleFeatureSchema).describe('One feature for each sample.'),
  })
  .meta({ id: 'SoilGeojson' });

interface SampleFeature {
  type: 'Feature';
  geometry: SoilGeometry | null;
  properties: Record<string, string | number | null>;
}

/** A sample of one depth as a flat feature: what is known of it, then its results under names of their own. */
export function sampleFeature(sample: SampleLine): SampleFeature {
  const { depth, results, geometry } = sample;
  const known = {
    sampleId: sample.id,
    fieldName: sample.field ?? null,
    sampleDate: sample.date ?? null,
    depthTop: depth?.top ?? null,
    depthBottom: depth?.bottom ?? null,
    depthUnit: depth?.unit ?? null,
    labName: sample.labName ?? null,
  };
  const names = propertyNames(results, Object.keys(known));
  const measured = results.flatMap((result, index) => propertiesOf(names[index] ?? result.code, result));
  return { type: 'Feature', geometry, properties: { ...known, ...Object.fromEntries(measured) } };
}

/** A number, in the canonical unit or else that of the file; the text of the file; or null for a number that cannot be. */
function propertiesOf(
  name: string,
  { value, unit, method, qualifier, flag, original }: SoilResult,
): [string, string | number | null][] {
  const shownUnit = value === undefined ? original.unit : unit;
  const isImpossible = flag === 'impossible';
  const shownMethod = method ?? original.method;
  return [
    [name, isImpossible ? null : (value ?? original.value)],
    ...(shownUnit === undefined ? [] : [[`${name}Unit`, shownUnit] satisfies [string, string]]),
    ...(shownMethod === undefined ? [] : [[`${name}Method`, shownMethod] satisfies [string, string]]),
    ...(qualifier === undefined ? [] : [[`${name}Qualifier`, qualifier] satisfies [string, string]]),
    ...(flag === undefined ? [] : [[`${name}Flag`, flag] satisfies [string, string]]),
    ...(isImpossible ? [[`${name}Original`, original.value] satisfies [string, string]] : []),
  ];
}

/** The GeoJSON of samples as parts of a text. */
export function* standardGeojson(samples: Iterable<SampleLine>): Generator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for (const sample of samples) {
    yield separator + JSON.stringify(sampleFeature(sample));
    separator = ',\n';
  }
  yield '\n]}\n';
}
