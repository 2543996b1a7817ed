import type { Total } from '../api/uploads.ts';
import type { Speech } from '../components/use-language.tsx';
import { filled, type Texts } from '../text/texts.ts';
import type { ValueRange, WorkTexts } from '../work-map/work-texts.ts';

/** What a map of work says to a grower. @param fileName of the upload. */
export function workTextsOf({ language, texts: { upload }, number }: Speech, fileName: string): WorkTexts {
  const { work } = upload;
  const reasons: Record<string, string> = { speed: work.hiddenSpeed, yield: work.hiddenYield };
  return {
    map: work.mapKeys,
    classes: work.classes,
    ground: work.area,
    property: (property) => propertyText(property, upload),
    unit: (unit) => unitText(unit, upload),
    range: (range) => rangeText(range, number) ?? work.allValues,
    number,
    area: (value) => value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    label: (what) => filled(work.map, { what, file: fileName }),
    hidden: (hidden, all, states) =>
      filled(work.hidden, {
        hidden: number(hidden),
        all: number(all),
        why: states.map(({ name, points }) => filled(reasons[name] ?? name, { count: number(points) })).join(', '),
      }),
    thinned: (count, points) => filled(work.thinned, { count: number(count), all: number(points) }),
    close: work.close,
  };
}

/** The name of a property for growers. */
export function propertyText(property: string, { work }: Texts['upload']): string {
  if (property.endsWith('PerArea')) return work.yield;
  return { tillageDepthActual: work.depth, speed: work.speed }[property] ?? work.rate;
}

const signs: Record<string, string> = { percentage: '%', m2: 'm²', m3: 'm³' };

/** A unit for growers. */
export function unitText(unit: string, { work }: Texts['upload']): string {
  return signs[unit] ?? unit.replace(/^m3\b/, 'm³').replace(/^seeds\b/, work.seeds);
}

const squareMetres = { ha: 10_000, ac: 4046.8564224 };

/** An area in the unit that goes with customary or metric yields and rates: files have square metres. */
export function areaFor({ value, unit }: Total, perArea: string | undefined): Total {
  const shown = perArea?.endsWith('/ac') ? 'ac' : 'ha';
  return unit === 'm2' ? { value: value / squareMetres[shown], unit: shown } : { value, unit };
}

/** Bounds are round. */
const maxDecimals = 6;

/** A range of values, with signs instead of words; undefined if it is open at both ends. */
export function rangeText(
  { value, above, upTo }: Omit<ValueRange, 'text'>,
  number: (value: number, digits?: number) => string,
): string | undefined {
  if (value !== undefined) return number(value, Math.abs(value) < 10 ? 3 : 1);
  const written = (bound: number) => number(bound, maxDecimals);
  if (above === undefined) return upTo === undefined ? undefined : `≤ ${written(upTo)}`;
  if (upTo === undefined) return `> ${written(above)}`;
  return `${written(above)} – ${written(upTo)}`;
}
