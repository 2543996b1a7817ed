import { analyteOf } from '../analytes.ts';
import type { SoilResult, SoilSample } from '../soil-reading.ts';

/** How results of one name, unit and method of a file were understood. */
export interface ReadResults {
  name: string;
  unit: string | null;
  analyte: string | null;
  method: string | null;
  canonicalUnit: string | null;
  count: number;
  min: number | null;
  max: number | null;
}

/** The kinds of results of samples, in the order of their first. */
export function readResults(samples: readonly Pick<SoilSample, 'results'>[]): ReadResults[] {
  const kinds = new Map<string, ReadResults>();
  for (const { results } of samples) for (const result of results) add(kinds, result);
  return [...kinds.values()];
}

function add(kinds: Map<string, ReadResults>, { code, category, unit, method, value, original }: SoilResult): void {
  const kind = {
    name: original.name,
    unit: original.unit ?? null,
    // Only known analytes have a category.
    analyte: category === undefined ? null : code,
    method: method ?? null,
    canonicalUnit: unit !== undefined && analyteOf(code)?.unit === unit ? unit : null,
  };
  const key = JSON.stringify(kind);
  const known: ReadResults = kinds.get(key) ?? { ...kind, count: 0, min: null, max: null };
  kinds.set(key, known);
  known.count += 1;
  if (value === undefined) return;
  known.min = known.min === null ? value : Math.min(known.min, value);
  known.max = known.max === null ? value : Math.max(known.max, value);
}
