import type { LayerChoice, LayerSource } from '../season/layer-choice.ts';
import { quoted } from './sql-text.ts';

/** A layer of soil samples. */
export interface SampleLayer {
  source: Extract<LayerSource, { kind: 'samples' }>;
  date: LayerChoice['date'];
}

const centimetres: Record<string, number> = { cm: 1, in: 2.54, inch: 2.54, mm: 0.1, ft: 30.48 };
/** Depths in the table are rounded. */
const tolerance = 0.06;

/** Which rows of the table `soilSamples` are those of a layer: a condition of SQL. */
export function sampleFilter(fieldId: string, { source: { analyte, unit, method, depth }, date }: SampleLayer): string {
  const same = (column: string, value: string | null) =>
    value === null ? `${column} IS NULL` : `${column} = ${quoted(value)}`;
  return [
    `${quoted(fieldId)} IN UNNEST(fieldIds) AND sampleDate = DATE ${quoted(date)}`,
    `${same('analyte', analyte)} AND ${same('unit', unit)} AND ${same('method', method)}`,
    ...depthCondition(depth),
  ].join('\n    AND ');
}

/** @param depth as the API writes it: `0 to 8 in`. */
function depthCondition(depth: string | null): string[] {
  if (depth === null) return ['depthBottomCm IS NULL'];
  const [, top, bottom, unit = ''] = /^([\d.]+) to ([\d.]+) ?(\w*)$/.exec(depth) ?? [];
  const factor = centimetres[unit];
  if (top === undefined || bottom === undefined || factor === undefined) return [];
  const near = (column: string, value: string) =>
    `ABS(${column} - ${Number((Number(value) * factor).toPrecision(6))}) < ${tolerance}`;
  return [near('depthTopCm', top), near('depthBottomCm', bottom)];
}
