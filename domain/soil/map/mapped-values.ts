import { depthText } from '../outputs/depth-text.ts';
import type { SampleLine } from '../outputs/sample-line.ts';
import type { SoilGeometry, SoilResult } from '../soil-reading.ts';

/** A place with its value; without one where its sample has none of this kind. */
export interface MappedPlace {
  sampleId: string;
  geometry: SoilGeometry;
  value?: number;
}

/** The values of one analyte that a map shows. */
export interface MappedValues {
  analyte: string;
  unit?: string | undefined;
  method?: string | undefined;
  /** As `0 to 8 in`; absent where the samples say no depth. */
  depth?: string | undefined;
  places: MappedPlace[];
  /** Values of other methods and depths, or without a place, which the map does not show. */
  leftOut: number;
}

/**
 * The values of an analyte for a map: of one method and depth, since others cannot be compared with them, namely those
 * with the most values, the first of the zip on a tie. Undefined if no sample has a number for the analyte.
 *
 * @param analyte its code; the first with a number and a place by default.
 */
export function mappedValues(samples: readonly SampleLine[], analyte?: string): MappedValues | undefined {
  const code = analyte ?? firstCode(samples);
  const kinds = new Map<string, { sample: SampleLine; result: SoilResult; value: number }[]>();
  for (const sample of samples) {
    for (const result of sample.results) {
      if (result.code !== code || result.value === undefined) continue;
      const kind = JSON.stringify([result.method, result.unit, depthOf(sample)]);
      const alike = kinds.get(kind) ?? [];
      kinds.set(kind, alike);
      alike.push({ sample, result, value: result.value });
    }
  }
  const all = [...kinds.values()];
  const located = ({ sample }: { sample: SampleLine }) => sample.geometry !== null;
  const [shown] = all.toSorted((a, b) => b.filter(located).length - a.filter(located).length);
  const [first] = shown ?? [];
  if (!shown || !first || code === undefined) return undefined;
  const valueBySample = new Map(shown.map(({ sample, value }) => [sample, value]));
  const depth = depthOf(first.sample);
  const ofDepth = samples.filter((sample) => depthOf(sample) === depth);
  const places = ofDepth.flatMap((sample): MappedPlace[] => {
    const value = valueBySample.get(sample);
    if (!sample.geometry) return [];
    return [{ sampleId: sample.id, geometry: sample.geometry, ...(value !== undefined && { value }) }];
  });
  const count = all.reduce((sum, kind) => sum + kind.length, 0);
  const onMap = places.filter(({ value }) => value !== undefined).length;
  const { unit, method } = first.result;
  return { analyte: code, unit, method, depth, places, leftOut: count - onMap };
}

/** The analytes of which some sample has a number, in the order of the samples. */
export function mappableAnalytes(samples: readonly SampleLine[]): string[] {
  const measured = samples.flatMap(({ results }) => results).filter(({ value }) => value !== undefined);
  return [...new Set(measured.map(({ code }) => code))];
}

function firstCode(samples: readonly SampleLine[]): string | undefined {
  const numbers = (some: readonly SampleLine[]) =>
    some.flatMap(({ results }) => results).find(({ value }) => value !== undefined);
  return (numbers(samples.filter(({ geometry }) => geometry)) ?? numbers(samples))?.code;
}

const depthOf = ({ depth }: SampleLine) => depthText(depth);
