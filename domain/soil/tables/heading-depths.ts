import type { RawDepth } from '../raw-reading.ts';
import { centimetresOf } from '../units.ts';

/** A heading with the depth in it, and the words around that. */
export interface HeadingDepth {
  depth: RawDepth;
  rest: string;
}

/** Two numbers between words, with a unit of depth behind each or behind both. */
const range =
  /(^|[\s_([,])(\d{1,3}(?:\.\d)?)\s?(?:"|''|'|in|cm|ft)?\s?(?:-|–|to|bis|à|a)\s?(\d{1,3}(?:\.\d)?)\s?("|''|'|inches|inch|in|cm|mm|ft|feet)?\.?(?=$|[\s_)\],])/i;

const spelled: Record<string, string> = { '"': 'in', "''": 'in', "'": 'ft', inches: 'in', inch: 'in', feet: 'ft' };

/** The depth that stands in a heading, as in `0-6 NO3 lb/ac`; any two rising numbers may be one. */
export function depthInHeading(heading: string): HeadingDepth | undefined {
  const text = heading.replaceAll(/(\d)_(?=\d)/g, '$1-').replaceAll(/([A-Za-z])_(?=\d)/g, '$1 ');
  const found = range.exec(text);
  if (!found) return undefined;
  const [whole, before = '', from = '', to = '', mark] = found;
  const [top, bottom] = [Number(from), Number(to)];
  if (!(bottom > top)) return undefined;
  const unit = mark === undefined ? undefined : (spelled[mark.toLowerCase()] ?? mark.toLowerCase());
  const rest = `${text.slice(0, found.index)}${before} ${text.slice(found.index + whole.length)}`
    .replaceAll(/\(\s*\)|\[\s*\]/g, ' ')
    .split(/[\s,;:_]+/)
    .filter((word) => word !== '' && word !== '-')
    .join(' ');
  return rest === '' ? undefined : { depth: { top, bottom, ...(unit !== undefined && { unit }) }, rest };
}

/**
 * The depths that are meant in the headings of one table, by heading: those from the surface or with a unit, and those that go on where
 * another one ends. Other numbers are of something else, as aggregates of 1-2 mm.
 */
export function depthsOfHeadings(headings: string[]): Map<string, HeadingDepth> {
  const open = new Map(
    headings.flatMap((heading) => {
      const found = depthInHeading(heading);
      return found ? [[heading, found] as const] : [];
    }),
  );
  const meant = new Map<string, HeadingDepth>();
  const ends = new Set<number>();
  for (let before = -1; before < meant.size; ) {
    before = meant.size;
    for (const [heading, found] of open) {
      const { top, bottom, unit } = found.depth;
      const isLayer =
        top === 0 || (unit !== undefined && unit !== 'mm' && centimetresOf(unit) !== undefined) || ends.has(top);
      if (!isLayer || meant.has(heading)) continue;
      meant.set(heading, found);
      ends.add(bottom);
    }
  }
  return meant;
}
