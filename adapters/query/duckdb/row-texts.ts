import type { DuckDBDataChunk, DuckDBTimestampValue, DuckDBValue } from '@duckdb/node-api';
import type { ResultColumn } from '../../../domain/query/compile-query.ts';
import type { SqlType } from '../../../domain/query/types/sql-type.ts';
import { resultNames } from '../result-names.ts';
import { resultValue } from './result-value.ts';

/** Rows as texts of JSON objects, made column by column: looking at the type of each value again takes twice as long. */
export function rowTexts(chunk: DuckDBDataChunk, columns: readonly ResultColumn[]): string[] {
  const names = resultNames(columns);
  const rows: string[] = Array(chunk.rowCount).fill(columns.length === 0 ? '{}' : '');
  for (const [index, { type }] of columns.entries()) {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(names[index])}:`;
    const after = index === columns.length - 1 ? '}' : '';
    const write = writerOf(type);
    const values = chunk.getColumnValues(index);
    for (let row = 0; row < rows.length; row++) {
      const value = values[row] ?? null;
      rows[row] += before + (value === null ? 'null' : write(value)) + after;
    }
  }
  return rows;
}

type Writer = (value: NonNullable<DuckDBValue>) => string;

function writerOf(type: SqlType): Writer {
  const general: Writer = (value) => JSON.stringify(resultValue(value, type));
  if (type.kind === 'FLOAT64') return (value) => (Number.isFinite(value) ? String(value) : general(value));
  if (type.kind === 'STRING') return (value) => JSON.stringify(value);
  if (type.kind === 'TIMESTAMP') return (value) => wholeMilliseconds(value as DuckDBTimestampValue) ?? general(value);
  return general;
}

/** Of a year that `Date` writes with four digits; the usual case by far. */
function wholeMilliseconds({ micros }: DuckDBTimestampValue): string | undefined {
  const milliseconds = Number(micros) / 1000;
  const isUsual = Number.isInteger(milliseconds) && milliseconds > earliest && milliseconds < latest;
  return isUsual ? `"${new Date(milliseconds).toISOString()}"` : undefined;
}

const earliest = Date.UTC(1000, 0);
const latest = Date.UTC(9999, 0);
