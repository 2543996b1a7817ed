import type { RawDepth } from '../raw-reading.ts';
import { unitIn } from '../units.ts';
import { numberOf } from '../values.ts';
import type { Table } from './sheet.ts';

const range = /^(\d{1,4}(?:[.,]\d{1,3})?) ?(?:-|–|to|bis|a) ?(\d{1,4}(?:[.,]\d{1,3})?) ?(["a-z]{0,12})\.?$/i;
const single = /^(\d{1,4}(?:[.,]\d{1,3})?) ?(["a-z]{0,12})\.?$/i;

/**
 * A depth as text. A single number is the bottom of a layer from the surface.
 *
 * @param unit that the heading or a row of units names.
 * @example depthOf('0 to 15', 'cm') // { top: 0, bottom: 15, unit: 'cm' }
 */
export function depthOf(text: string, unit: string | undefined): RawDepth | undefined {
  const tight = text.trim().split(/\s+/).join(' ');
  const [, from = '', to = '', own = ''] = range.exec(tight) ?? [];
  if (from !== '') return layer(from, to, own || unit);
  const [, bottom = '', ownUnit = ''] = single.exec(tight) ?? [];
  return bottom === '' ? undefined : layer('0', bottom, ownUnit || unit);
}

/** A layer between two depths, of which the upper may be missing. */
export function layer(top: string, bottom: string, unit: string | undefined): RawDepth | undefined {
  const [from, to] = [numberOf(top.replace(',', '.')), numberOf(bottom.replace(',', '.'))];
  if (to === undefined || (from === undefined && top.trim() !== '')) return undefined;
  return { top: from ?? 0, bottom: to, ...(unit !== undefined && unit !== '' && { unit }) };
}

/** The unit of depths that a table names none for, where its other units are those of one country: inches beside lb/ac. */
export function assumedDepthUnit({ columns }: Pick<Table, 'columns'>): string | undefined {
  const stated = columns.flatMap(({ depth }) => depth?.unit ?? []);
  const units = new Set(columns.map(({ unit }) => unit && unitIn(unit)));
  return stated[0] ?? (units.has('lb/ac') ? 'in' : units.has('kg/ha') ? 'cm' : undefined);
}
