import type { DuckDBDataChunk, DuckDBTimestampValue, DuckDBValue } from '@duckdb/node-api';
import type { ResultColumn } from '../../../domain/query/compile-query.ts';
import type { SqlType } from '../../../domain/query/types/sql-type.ts';
import { resultNames } from '../result-names.ts';
import { resultValue } from './result-value.ts';

/**
 * Rows as lines of JSON objects. Values are written column by column, since looking at the type of each again takes twice as long, and put
 * together all at once.
 */
export function rowLines(chunk: DuckDBDataChunk, columns: readonly ResultColumn[]): string {
  const names = resultNames(columns);
  const { rowCount } = chunk;
  if (columns.length === 0) return Array(rowCount).fill('{}').join('\n');
  const texts: string[] = Array(rowCount * columns.length);
  for (const [index, { type }] of columns.entries()) {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(names[index])}:`;
    const after = index === columns.length - 1 ? '}\n' : '';
    const none = `${before}null${after}`;
    const write = writerOf(type);
    let at = index;
    for (const value of chunk.getColumnValues(index)) {
      texts[at] = value === null ? none : before + write(value) + after;
      at += columns.length;
    }
  }
  return texts.join('').slice(0, -1);
}

type Writer = (value: NonNullable<DuckDBValue>) => string;

function writerOf(type: SqlType): Writer {
  const general: Writer = (value) => JSON.stringify(resultValue(value, type));
  if (type.kind === 'FLOAT64') return (value) => (Number.isFinite(value) ? String(value) : general(value));
  if (type.kind === 'STRING') return repeated((value) => JSON.stringify(value));
  return type.kind === 'TIMESTAMP' ? timestampWriter(general) : general;
}

/** Ids and words often stand in many rows, one below the other. */
function repeated(write: Writer): Writer {
  let last: DuckDBValue = null;
  let text = '';
  return (value) => {
    if (value !== last) [last, text] = [value, write(value)];
    return text;
  };
}

const minuteMilliseconds = 60_000;

/** For whole milliseconds of a year that `Date` writes with four digits, the usual case by far; the date is written once for each minute. */
function timestampWriter(general: Writer): Writer {
  let minute = Number.NaN;
  let before = '';
  return (value) => {
    const milliseconds = Number((value as DuckDBTimestampValue).micros) / 1000;
    const isUsual = Number.isInteger(milliseconds) && milliseconds > earliest && milliseconds < latest;
    if (!isUsual) return general(value);
    const own = Math.floor(milliseconds / minuteMilliseconds);
    if (own !== minute) {
      minute = own;
      before = `"${new Date(milliseconds).toISOString().slice(0, '0000-00-00T00:00:'.length)}`;
    }
    // A leading 1 keeps the zeros behind it.
    const rest = String(100_000 + milliseconds - own * minuteMilliseconds);
    return `${before}${rest.slice(1, 3)}.${rest.slice(3)}Z"`;
  };
}

const earliest = Date.UTC(1000, 0);
const latest = Date.UTC(9999, 0);
