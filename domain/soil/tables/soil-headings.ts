import { isWork } from '../../machine-files/points/column-meanings.ts';
import { findHeaders } from './find-tables.ts';
import type { SheetColumn } from './sheet.ts';

/** What a table among files of any kind is to the reader of soil results: results, or places of samples that results elsewhere name. */
export type SoilTable = 'results' | 'places';

/** So many properties of soil are results, though no column names a sample. */
const manyAnalytes = 4;

/**
 * Judges a table of an upload of any kind by its headings. Tables of machines have positions and some of the same words, so that two properties of soil and a
 * column that names the sample are needed. Undefined for a table of anything else.
 *
 * @param rows the first rows, at least the headings.
 * @example soilTableOf([['Sample ID', 'pH', 'OM %']]) // 'results'
 */
export function soilTableOf(rows: string[][]): SoilTable | undefined {
  const kinds = findHeaders({ file: '', rows }).map(kindOf);
  return kinds.find((kind) => kind === 'results') ?? kinds.find((kind) => kind !== undefined);
}

function kindOf(columns: SheetColumn[]): SoilTable | undefined {
  if (isWork(columns.map(({ heading }) => heading))) return undefined;
  const byRole = new Set(columns.map(({ role }) => role));
  const analytes = new Set(columns.flatMap(({ result }) => (result?.code ? [result.code] : []))).size;
  const namesSamples = byRole.has('sampleId') || byRole.has('labNumber');
  const isOfOneAnalyte = byRole.has('analyte') && byRole.has('value');
  if (analytes >= manyAnalytes || (namesSamples && (analytes >= 2 || isOfOneAnalyte))) return 'results';
  return namesSamples ? 'places' : undefined;
}
