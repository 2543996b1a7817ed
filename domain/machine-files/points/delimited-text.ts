import { headerText, plainName } from './columns/header-text.ts';
import { inEnglish } from './columns/translated-names.ts';
import { parseUnit } from './units.ts';

/** The delimiter and number format of a table as text. */
export interface Dialect {
  delimiter: string;
  decimalSeparator: '.' | ',';
}

const delimiters = ['\t', ';', ','];

/** The dialect of a table by its first lines. */
export function dialectOf(head: string): Dialect {
  const [first = ''] = head.split('\n');
  const delimiter = delimiters.reduce((best, next) => (occurs(first, next) > occurs(first, best) ? next : best));
  // Whole fields are tested, since times contain points, and lists within a field contain commas. With commas as
  // delimiters, such a number is quoted.
  const fields = head
    .split('\n')
    .slice(1, 20)
    .flatMap((line) => fieldsOf(line, delimiter));
  const written = (number: RegExp) => fields.filter((field) => number.test(field)).length;
  return { delimiter, decimalSeparator: written(/^-?\d+,\d+$/) > written(/^-?\d+\.\d+$/) ? ',' : '.' };
}

function occurs(line: string, delimiter: string): number {
  return line.split(delimiter).length - 1;
}

const checkedLines = 20;
/** A first column whose numbers are values of the table. */
const numberColumn = /^(id|fid|nr|no|obj[^a-z]*id|objectid|point.*|record.*|row.*|index)$/i;

/**
 * The column names of a table by its first lines. Programs such as R number the lines in a column that their header does not
 * name: it is the first one, without a name.
 *
 * @example columnNames('Longitude,Latitude\n"1",10,50\n"2",10,51\n', ',') // ['', 'Longitude', 'Latitude']
 */
export function columnNames(head: string, delimiter: string): string[] {
  const [first = '', ...lines] = head.split('\n');
  const names = fieldsOf(first, delimiter);
  // The last line may be cut off.
  const rows = lines
    .slice(0, -1)
    .slice(0, checkedLines)
    .map((line) => fieldsOf(line, delimiter));
  const start = Number(rows[0]?.[0] || Number.NaN);
  const isNumbered = (row: string[], index: number) =>
    row.length === names.length + 1 && row.at(-1) !== '' && Number(row[0]) === start + index;
  const areNumbered = rows.length > 1 && rows.every(isNumbered) && !numberColumn.test(names[0] ?? '');
  return areNumbered ? ['', ...names] : names;
}

/**
 * The fields of one line, unquoted.
 *
 * @example fieldsOf('a,"b,c", d', ',') // ['a', 'b,c', 'd']
 */
export function fieldsOf(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (const character of line.replace(/\r$/, '')) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) {
      fields.push(field.trim());
      field = '';
    } else field += character;
  }
  return [...fields, field.trim()];
}

/**
 * Whether a text is in Ag Leader's "advanced" format, which has no header: longitude, latitude, flow, GPS time,
 * interval, distance, width, moisture, header, pass, serial number, field, load, grain, then perhaps variety, flags and
 * the height.
 */
export function looksLikeAgLeaderText(head: string): boolean {
  const [first = '', second = ''] = head.split('\n');
  return isAgLeaderRecord(hasAgLeaderHeader(head) ? second : first);
}

/** The names of the first columns in headers that were added by hand. Their units may differ. */
const agLeaderNames = [
  ...[
    /^(lon|long|longitude|x)$/,
    /^(lat|latitude|y)$/,
    /^(mass|grain)?flow$/,
    /^(gps)?time$/,
    /^(log|logging)?interval$/,
  ],
  ...[/^dist(ance)?$/, /^swath(width)?$/, /^moist(ure)?$/, /^header(status|position)?$/, /^pass(num|number)?$/],
];

/** Whether the first line of such a text is a header with these names, in order and without units. */
export function hasAgLeaderHeader(head: string): boolean {
  const names = fieldsOf(head.split('\n')[0] ?? '', ',').map((name) => name.toLowerCase().replace(/[ _]/g, ''));
  return agLeaderNames.every((known, index) => known.test(names[index] ?? ''));
}

function isAgLeaderRecord(first: string): boolean {
  const fields = fieldsOf(first, ',');
  const [longitude, latitude, ...measures] = fields.slice(0, 8).map(Number);
  return (
    fields.length >= 14 &&
    isWithin(longitude, 180) &&
    isWithin(latitude, 90) &&
    measures.length === 6 &&
    measures.every(Number.isFinite) &&
    Number.isNaN(Number(fields[11]))
  );
}

function isWithin(value: number | undefined, limit: number): boolean {
  return value !== undefined && Number.isFinite(value) && Math.abs(value) <= limit;
}

/** Whether a column has longitudes by its name, as manufacturers and programs write it in several languages. */
function isLongitude(column: string): boolean {
  return /^(lon|long|longitude|lng|x)$/.test(plainName(column));
}

function isLatitude(column: string): boolean {
  return /^(lat|latitude|y)$/.test(plainName(column));
}

/**
 * The columns with longitude and latitude; -1 for those that are not there. German `Länge` and `Breite` are a position where the table has no other,
 * and are the length and width of something otherwise.
 *
 * @example positionColumns(['Datum', 'Länge', 'Breite', 'Ertrag']) // { longitude: 1, latitude: 2 }
 */
export function positionColumns(names: readonly string[]): { longitude: number; latitude: number } {
  const [longitude, latitude] = [names.findIndex(isLongitude), names.findIndex(isLatitude)];
  if (longitude >= 0 || latitude >= 0) return { longitude, latitude };
  const bare = names.map((name) => {
    const { name: before, unit = '°' } = headerText(name);
    return parseUnit(unit)?.dimension === 'angle' ? inEnglish(before) : '';
  });
  const german = { longitude: bare.findIndex((name) => /^l(a|ae)nge$/.test(name)), latitude: bare.indexOf('breite') };
  return german.longitude >= 0 && german.latitude >= 0 ? german : { longitude: -1, latitude: -1 };
}

/** Whether a text is a table with columns for longitude and latitude. */
export function looksLikePointTable(head: string): boolean {
  const [first = ''] = head.split('\n');
  const names = fieldsOf(first, dialectOf(head).delimiter);
  const { longitude, latitude } = positionColumns(names);
  return longitude >= 0 && latitude >= 0;
}

/**
 * The header of a text that may be a table: its next line has as many values, and most names are not numbers. A text of
 * one line must be a line of names.
 */
export function tableHeader(head: string): string[] | undefined {
  const [first = '', second = ''] = head.split('\n');
  const { delimiter } = dialectOf(head);
  const names = fieldsOf(first, delimiter);
  const isName = (name: string) => name !== '' && Number.isNaN(Number(name.replace(',', '.')));
  const isEven = second.trim() === '' || fieldsOf(second, delimiter).length === names.length;
  return names.length > 1 && isEven && names.filter(isName).length * 2 > names.length ? names : undefined;
}
