import {
  BIGINT,
  BLOB,
  BOOLEAN,
  DOUBLE,
  DuckDBBlobValue,
  type DuckDBConnection,
  type DuckDBListValue,
  DuckDBScalarFunction,
  DuckDBStructValue,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  STRUCT,
  VARCHAR,
} from '@duckdb/node-api';
import { runtimeName } from '../../../domain/query/functions/geography/define.ts';
import {
  type RuntimeFunction,
  type RuntimeKind,
  type RuntimeValue,
  runtimeFunctions,
} from '../../../domain/query/geography/functions.ts';
import type { ShapeOverlay } from '../../../domain/query/geography/overlay.ts';
import type { Shape } from '../../../domain/query/geography/shape.ts';
import { fromWkb, toWkb } from '../../../domain/query/geography/wkb.ts';

/** A point has only x and y, everything else only WKB. */
const geography = STRUCT({ wkb: BLOB, x: DOUBLE, y: DOUBLE });

const types: Record<RuntimeKind, DuckDBType> = {
  GEOGRAPHY: geography,
  GEOGRAPHIES: LIST(geography),
  FLOAT64: DOUBLE,
  INT64: BIGINT,
  STRING: VARCHAR,
  BOOL: BOOLEAN,
  BYTES: BLOB,
};

/**
 * Gives a connection's database the functions on geographies that DuckDB has not. They run on the thread of JavaScript: a query that calls
 * them for many rows belongs into a process of its own.
 */
export function addGeography(connection: DuckDBConnection, overlay: ShapeOverlay): void {
  for (const [name, known] of Object.entries(runtimeFunctions)) {
    connection.registerScalarFunction(
      DuckDBScalarFunction.create({
        name: runtimeName(name),
        returnType: types[known.gives],
        parameterTypes: known.takes.map((kind) => types[kind]),
        mainFunction: (_info, input, output) => {
          const columns = known.takes.map((_, index) => input.getColumnVector(index));
          for (let row = 0; row < input.rowCount; row += 1) {
            output.setItem(
              row,
              resultOf(
                known,
                columns.map((column) => column.getItem(row)),
                overlay,
              ),
            );
          }
          output.flush();
        },
      }),
    );
  }
}

function resultOf(known: RuntimeFunction, items: readonly DuckDBValue[], overlay: ShapeOverlay): DuckDBValue {
  const values = items.map((item, index) => (item === null ? undefined : read(item, known.takes[index] ?? 'STRING')));
  if (values.includes(undefined)) return null;
  const result = known.run(values, overlay);
  return result === undefined ? null : write(result, known.gives);
}

function read(item: DuckDBValue, kind: RuntimeKind): RuntimeValue {
  if (kind === 'GEOGRAPHY') return shapeOf(item);
  if (kind === 'GEOGRAPHIES') return (item as DuckDBListValue).items.flatMap((one) => shapeOf(one) ?? []);
  return item instanceof DuckDBBlobValue ? item.bytes : (item as RuntimeValue);
}

function shapeOf(item: DuckDBValue): Shape | undefined {
  if (!(item instanceof DuckDBStructValue)) return undefined;
  const { wkb, x, y } = item.entries;
  if (typeof x === 'number' && typeof y === 'number') return { type: 'Point', coordinates: [x, y] };
  return wkb instanceof DuckDBBlobValue ? fromWkb(wkb.bytes) : undefined;
}

function write(value: RuntimeValue, kind: RuntimeKind): DuckDBValue {
  if (kind === 'BYTES') return new DuckDBBlobValue(value as Uint8Array);
  if (kind !== 'GEOGRAPHY') return value as DuckDBValue;
  const shape = value as Shape;
  if (shape.type === 'Point') {
    const [x, y] = shape.coordinates;
    return new DuckDBStructValue({ wkb: null, x, y });
  }
  return new DuckDBStructValue({ wkb: new DuckDBBlobValue(toWkb(shape)), x: null, y: null });
}
