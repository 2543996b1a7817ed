import type { OperationType } from '../operation-type.ts';
import { meaningsOf, operationOf, ownMeanings, statedUnit } from './column-meanings.ts';
import { clarify } from './columns/ambiguous-names.ts';
import { plainName } from './columns/header-text.ts';
import { positionColumns } from './delimited-text.ts';
import type { PointPropertyName } from './point-properties.ts';

/** A recognised header for a column that a kind of work requires. */
interface NeededColumn {
  header: string;
  property: PointPropertyName;
}

const width: NeededColumn = { header: 'Swath Width(m)', property: 'equipmentWidth' };
const crop: NeededColumn = { header: 'Crop', property: 'crop' };

/** Kinds of work, with the column that identifies each. */
const kinds: { operation: OperationType; called: string; key: string; others: NeededColumn[] }[] = [
  {
    operation: 'harvested',
    called: 'a harvest',
    key: 'Yield Mass(t/ha)',
    others: [{ header: 'Moisture(%)', property: 'harvestMoisture' }, width, crop],
  },
  {
    operation: 'planted',
    called: 'planting',
    key: 'Seed Rate(seeds/ha)',
    others: [width, crop],
  },
  {
    operation: 'applied',
    called: 'an application',
    key: 'Applied Rate(L/ha)',
    others: [width],
  },
  {
    operation: 'tillage',
    called: 'tillage',
    key: 'Tillage Depth Actual(cm)',
    others: [width],
  },
];

/** The identifying and the required columns of each kind of work. */
export const neededHeaders = kinds.map(({ operation, key, others }) => ({
  operation,
  headers: [key, ...others.map(({ header }) => header)],
}));

/**
 * Advice for a table that is not recognised as field work: the columns found, and those that are missing for the most
 * similar kind of work.
 *
 * @param isPlaced whether the positions of rows are stored elsewhere, as in a shapefile.
 * @example const advice = columnAdvice(['Latitude', 'Time', 'Moisture(%)'], false);
 */
export function columnAdvice(columns: string[], isPlaced: boolean): string {
  const known = kinds.map((kind) => ({ kind, count: ownMeanings(columns, kind.operation).length }));
  const nearest = known.reduce((best, next) => (next.count > best.count ? next : best));
  const missing = [...(isPlaced ? [] : missingPositionColumns(columns)), ...missingTime(columns)];
  const shown = `The columns that were seen are ${shownColumns(columns)}.${unclearAdvice(columns)}`;
  const advice = 'Use these column names, with the units in brackets, or export the data as ISO 11783 task data.';
  if (nearest.count === 0) {
    const keys = kinds.map(({ called, key }) => `${key} for ${called}`);
    const others = missing.length > 0 ? `; also missing: ${list(missing)}` : '';
    return `${shown} None of them says which work was done. Such a column is ${list(keys, 'or')}${others}. ${advice}`;
  }
  const { operation, called, key, others } = nearest.kind;
  const said = new Set(meaningsOf(columns, operation).map(({ property }) => property));
  if (operationOf(columns) !== operation) missing.push(key);
  const lacking = others.filter(({ property }) => !said.has(property));
  missing.push(...lacking.map(({ header }) => header));
  return `${shown} They resemble those of ${called}, but ${list(missing)} ${missing.length === 1 ? 'is' : 'are'} missing. ${advice}`;
}

/** What columns may be whose names mean several things, whatever the kind of work. */
function unclearAdvice(columns: string[]): string {
  const unclear = columns.flatMap((column) => {
    const all = kinds.flatMap(({ operation }) => clarify(column, statedUnit(column), operation, columns)?.may ?? []);
    const may = [...new Set(all)];
    return may.length > 1 ? [` ${shownColumns([column])} may be ${list(may, 'or')}.`] : [];
  });
  return unclear.slice(0, 3).join('');
}

function missingPositionColumns(columns: string[]): string[] {
  const { longitude, latitude } = positionColumns(columns);
  return [...(longitude >= 0 ? [] : ['Longitude']), ...(latitude >= 0 ? [] : ['Latitude'])];
}

function missingTime(columns: string[]): string[] {
  return columns.some((column) => /time|date|utc/i.test(column) || /^(date|time|datetime)$/.test(plainName(column)))
    ? []
    : ['IsoTime'];
}

function list(parts: string[], conjunction = 'and'): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${conjunction} ${last}` : last;
}

const maxColumns = 30;
const maxCharacters = 40;

/** Column names for messages: at most thirty, each on one line and at most forty characters long. */
export function shownColumns(columns: string[]): string {
  const names = columns.slice(0, maxColumns).map((column) => {
    const name = [
      ...column
        .slice(0, 10 * maxCharacters)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    ];
    return `"${name.length > maxCharacters ? `${name.slice(0, maxCharacters - 1).join('')}…` : name.join('')}"`;
  });
  const more = columns.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en')} more` : list(names);
}
