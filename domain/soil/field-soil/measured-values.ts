import { depthText } from '../outputs/depth-text.ts';
import type { SampleLine } from '../outputs/sample-line.ts';
import type { SoilGeometry } from '../soil-reading.ts';

/** A sample on a field, and the entry that it was read from. */
export interface FieldSample {
  sample: SampleLine;
  batchId: string;
  entryId: string;
}

/** A number that was measured at a place on a field. */
export interface MeasuredValue {
  location: SoilGeometry;
  depth: string | null;
  analyte: string;
  unit: string | null;
  method: string | null;
  value: number;
  qualifier: '<' | '>' | null;
  date: string | null;
  sampleId: string;
  batchId: string;
  entryId: string;
}

/** The numbers that samples with a place say, one for each result. Texts are none. */
export function measuredValues(samples: readonly FieldSample[]): MeasuredValue[] {
  return samples.flatMap(({ sample, batchId, entryId }) =>
    sample.results.flatMap(({ code, unit, method, value, qualifier }): MeasuredValue[] => {
      const { geometry: location, date = null, id: sampleId } = sample;
      if (value === undefined || !location) return [];
      const kind = { analyte: code, unit: unit ?? null, method: method ?? null, qualifier: qualifier ?? null };
      return [{ location, depth: depthText(sample.depth) ?? null, ...kind, value, date, sampleId, batchId, entryId }];
    }),
  );
}

/**
 * The latest of the values with one key: of the last day, and of one day the one that was uploaded last. A value without
 * a day is older than all others.
 */
export function latestBy(values: readonly MeasuredValue[], keyOf: (value: MeasuredValue) => string): MeasuredValue[] {
  const latest = new Map<string, MeasuredValue>();
  for (const value of values) {
    const known = latest.get(keyOf(value));
    if (!known || isLater(value, known)) latest.set(keyOf(value), value);
  }
  return [...latest.values()];
}

function isLater(a: MeasuredValue, b: MeasuredValue): boolean {
  const [dayA, dayB] = [a.date ?? '', b.date ?? ''];
  // Ids of batches are in the order of their creation.
  return dayA === dayB ? a.batchId >= b.batchId : dayA > dayB;
}

/** Values by a key, in the order of their first. */
export function grouped<T>(values: readonly T[], keyOf: (value: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value)) ?? [];
    groups.set(keyOf(value), group);
    group.push(value);
  }
  return [...groups.values()];
}
