import * as z from 'zod';
import { soilWarningSchema } from '../batch/soil-batch.ts';
import type { SoilEvent, SoilReading, SoilResult, SoilSample } from '../soil-reading.ts';

const text = z.string().nullable();

const labSchema = z.object({
  name: text.describe('The name of the laboratory; null if the file names none.'),
  reportNumber: text.describe('The number that the laboratory gave its report.'),
  receivedDate: text.describe(
    'When the laboratory received the samples, as the file writes it; null if it does not say.',
  ),
  processedDate: text.describe('When the laboratory measured, as the file writes it; null if it does not say.'),
});

const analyteSchema = z.object({
  category: text.describe('The group of the analyte; null for one that the service does not know.'),
  name: z.string().describe('As the file spells it.'),
  code: z.string().describe('The code of the analyte, or its name in the file where the service does not know it.'),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .describe('A number in `unit`; a string as in the file where it is text; null for a number that cannot be.'),
  unit: text.describe(
    'The one unit of the analyte; that of the file where the analyte is not known, or the unit cannot be converted.',
  ),
  method: text.describe('The key of the method of extraction; null if the file says none, or one that is not known.'),
  qualifier: z.enum(['<', '>']).nullable().describe('Below or above the limit of the measurement.'),
  flag: z
    .enum(['impossible', 'implausible'])
    .nullable()
    .describe('What is wrong with the number of the file: beyond a limit of physics, or beyond what soils have.'),
  original: z
    .object({
      name: z.string().describe('The name of the analyte.'),
      value: z.string().describe('The value, as text.'),
      unit: text.describe('The unit; null if the file says none.'),
      method: text.describe('The method of extraction; null if the file says none.'),
    })
    .describe('As in the file.'),
});

/** The hierarchical model of a zip of soil results. */
export const canonicalSoilSchema = z
  .object({
    lab: labSchema.nullable().describe('The laboratory of all events; null where they have several, or none.'),
    source: z
      .object({
        fileName: z.string().describe('The name of the zip.'),
        formats: z.array(z.string()).describe('The formats that were recognised in it.'),
      })
      .describe('The zip.'),
    warnings: z.array(soilWarningSchema).describe('What was left out or is doubtful.'),
    events: z
      .array(
        z.object({
          date: text.describe('The local day of sampling.'),
          grower: text.describe('The name of the grower in the file; null if it names none.'),
          farm: text.describe('The name of the farm in the file; null if it names none.'),
          field: text.describe('The name of the field in the file; null if it names none.'),
          lab: labSchema.nullable().describe('The laboratory; null if the file names none.'),
          files: z.array(z.string()).describe('The files of the zip that it was read from.'),
          samples: z
            .array(
              z.object({
                id: z.string().describe('Id of the sample in the file.'),
                location: z.unknown().describe('A Point, Polygon or MultiPolygon of GeoJSON, or null.'),
                depth: z
                  .object({
                    top: z.number().describe('The upper end, in `unit`.'),
                    bottom: z.number().describe('The lower end, in `unit`.'),
                    unit: text.describe('As in the file.'),
                    centimetres: z
                      .object({
                        top: z.number().describe('The upper end, in centimetres.'),
                        bottom: z.number().describe('The lower end, in centimetres.'),
                      })
                      .nullable()
                      .describe('The depth in centimetres; null if the unit is not known.'),
                  })
                  .nullable()
                  .describe('The depth of the sample; null if the file says none.'),
                analytes: z.array(analyteSchema).describe('What was measured.'),
              }),
            )
            .describe('The samples; each depth of a place is one.'),
        }),
      )
      .describe('Samplings: of one day, field and laboratory.'),
  })
  .meta({ id: 'CanonicalSoil' });

type CanonicalSoil = z.infer<typeof canonicalSoilSchema>;
type CanonicalEvent = CanonicalSoil['events'][number];

/** The canonical model of a reading as parts of a text. @param fileName of the zip. */
export function* canonicalJson(
  { formats, warnings, events }: Omit<SoilReading, 'account' | 'hashes'>,
  fileName: string,
): Generator<string> {
  const labs = [...new Set(events.map(({ lab }) => JSON.stringify(labOf(lab))))];
  const head: Omit<CanonicalSoil, 'events'> = {
    lab: labs.length === 1 ? JSON.parse(labs[0] ?? 'null') : null,
    source: { fileName, formats },
    warnings,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"events":[`;
  let separator = '\n';
  for (const event of events) {
    yield `${separator}${JSON.stringify(eventOf(event)).slice(0, -1)},"samples":[`;
    yield* list(event.samples);
    yield ']}';
    separator = ',\n';
  }
  yield '\n]}\n';
}

function* list(samples: readonly SoilSample[]): Generator<string> {
  let separator = '\n';
  for (const sample of samples) {
    yield separator + JSON.stringify(sampleOf(sample));
    separator = ',\n';
  }
}

function eventOf({ date, grower, farm, field, lab, files }: SoilEvent): Omit<CanonicalEvent, 'samples'> {
  const names = { grower: grower ?? null, farm: farm ?? null, field: field ?? null };
  return { date: date ?? null, ...names, lab: labOf(lab), files };
}

function labOf(lab: SoilEvent['lab']): CanonicalSoil['lab'] {
  if (!lab) return null;
  const { name = null, reportNumber = null, receivedDate = null, processedDate = null } = lab;
  return { name, reportNumber, receivedDate, processedDate };
}

function sampleOf({ id, geometry, depth, results }: SoilSample): CanonicalEvent['samples'][number] {
  return {
    id,
    location: geometry,
    depth: depth
      ? { top: depth.top, bottom: depth.bottom, unit: depth.unit ?? null, centimetres: depth.centimetres ?? null }
      : null,
    analytes: results.map(analyteOf),
  };
}

function analyteOf(result: SoilResult): z.infer<typeof analyteSchema> {
  const { category = null, code, value, unit = null, method = null, qualifier = null, flag = null, original } = result;
  const stated = { ...original, unit: original.unit ?? null, method: original.method ?? null };
  return {
    category,
    name: original.name,
    code,
    value: flag === 'impossible' ? null : (value ?? original.value),
    unit: value === undefined ? stated.unit : unit,
    method,
    qualifier,
    flag,
    original: stated,
  };
}
