import type * as duckDbModule from '@duckdb/node-api';
import type { SqlType } from '../../../../sql/types/sql-type.ts';
import { type Scalar, type ValueReader, wireValue } from '../../wire-value.ts';

type Value = duckDbModule.DuckDBValue;

/** The JSON value of a value of DuckDB. */
export const resultValue = (value: Value, type: SqlType): unknown => wireValue<Value>(value, type, reader);

const reader: ValueReader<Value> = {
  items: (value) => (value as duckDbModule.DuckDBListValue).items,
  fields: (value) => Object.values(entriesOf(value)),
  scalar(value, { kind }) {
    if (kind === 'GEOGRAPHY') return geography(entriesOf(value));
    if (kind === 'BYTES') return (value as duckDbModule.DuckDBBlobValue).bytes;
    return typeof value === 'object' ? String(value) : value;
  },
};

function entriesOf(value: Value): Readonly<Record<string, Value>> {
  return (value as duckDbModule.DuckDBStructValue).entries;
}

/** A point has only x and y, every other geography only WKB. */
function geography({ x, y, wkb }: Readonly<Record<string, Value>>): Scalar {
  if (typeof x === 'number' && typeof y === 'number') return [x, y];
  return wkb ? (wkb as duckDbModule.DuckDBBlobValue).bytes : null;
}
