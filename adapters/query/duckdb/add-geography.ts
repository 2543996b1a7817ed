import type * as duckDbModule from '@duckdb/node-api';
import { Fault } from '../../../sql/fault.ts';
import { runtimeName } from '../../../sql/functions/geography/define.ts';
import {
  type RuntimeFunction,
  type RuntimeKind,
  type RuntimeValue,
  runtimeFunctions,
} from '../../../sql/geography/functions.ts';
import type { ShapeOverlay } from '../../../sql/geography/overlay/overlay.ts';
import type { Shape } from '../../../sql/geography/shape.ts';
import { fromWkb, toWkb } from '../../../sql/geography/wkb.ts';
import { addInside } from './add-inside.ts';
import { addRelations, rawRelations } from './add-relations.ts';
import { addSpatialIndex, type SpatialIndexes } from './add-spatial-index.ts';

type DuckDb = typeof duckDbModule;
type Value = duckDbModule.DuckDBValue;

/** The message of a query that casts an invalid value to a geography. */
export const noGeography = 'a value is not a valid geography';

/** A point has only x and y, every other geography only WKB. */
function typesOf({ BIGINT, BLOB, BOOLEAN, DOUBLE, LIST, STRUCT, VARCHAR }: DuckDb) {
  const geography = STRUCT({ wkb: BLOB, x: DOUBLE, y: DOUBLE });
  return {
    GEOGRAPHY: geography,
    GEOGRAPHIES: LIST(geography),
    FLOAT64: DOUBLE,
    INT64: BIGINT,
    STRING: VARCHAR,
    BOOL: BOOLEAN,
    BYTES: BLOB,
  } satisfies Record<RuntimeKind, duckDbModule.DuckDBType>;
}

/**
 * Adds functions on geographies that DuckDB lacks to a connection's database. They run on the thread of JavaScript: a
 * query that calls them for many rows belongs into a process of its own.
 *
 * @param duckDb the module, which may be in a layer.
 * @returns the indexes that its queries create.
 */
export function addGeography(
  duckDb: DuckDb,
  connection: duckDbModule.DuckDBConnection,
  overlay: ShapeOverlay,
): SpatialIndexes {
  addInside(duckDb, connection);
  addRelations(duckDb, connection);
  const types = typesOf(duckDb);
  for (const [name, known] of Object.entries(runtimeFunctions)) {
    if (rawRelations.has(name)) continue;
    connection.registerScalarFunction(
      duckDb.DuckDBScalarFunction.create({
        name: runtimeName(name),
        returnType: types[known.gives],
        parameterTypes: known.takes.map((kind) => types[kind]),
        mainFunction: (_info, input, output) => {
          const columns = known.takes.map((_, index) => input.getColumnVector(index));
          for (let row = 0; row < input.rowCount; row += 1) {
            output.setItem(
              row,
              resultOf(
                duckDb,
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
  return addSpatialIndex(duckDb, connection);
}

function resultOf(duckDb: DuckDb, known: RuntimeFunction, items: readonly Value[], overlay: ShapeOverlay): Value {
  const values = items.map((item, index) => (item === null ? undefined : read(item, known.takes[index] ?? 'STRING')));
  if (values.includes(undefined)) return null;
  const result = ran(known, values, overlay);
  return result === undefined ? null : write(duckDb, result, known.gives);
}

function ran(known: RuntimeFunction, values: RuntimeValue[], overlay: ShapeOverlay): RuntimeValue {
  try {
    return known.run(values, overlay);
  } catch (error) {
    throw error instanceof Fault ? new Error(noGeography) : error;
  }
}

function read(item: Value, kind: RuntimeKind): RuntimeValue {
  if (kind === 'GEOGRAPHY') return shapeOf(item);
  if (kind === 'GEOGRAPHIES') return (item as duckDbModule.DuckDBListValue).items.flatMap((one) => shapeOf(one) ?? []);
  return kind === 'BYTES' ? (item as duckDbModule.DuckDBBlobValue).bytes : (item as RuntimeValue);
}

function shapeOf(item: Value): Shape | undefined {
  if (item === null) return undefined;
  const { wkb, x, y } = (item as duckDbModule.DuckDBStructValue).entries;
  if (typeof x === 'number' && typeof y === 'number') return { type: 'Point', coordinates: [x, y] };
  return wkb ? fromWkb((wkb as duckDbModule.DuckDBBlobValue).bytes) : undefined;
}

function write({ DuckDBBlobValue, DuckDBStructValue }: DuckDb, value: RuntimeValue, kind: RuntimeKind): Value {
  if (kind === 'BYTES') return new DuckDBBlobValue(value as Uint8Array);
  if (kind !== 'GEOGRAPHY') return value as Value;
  const shape = value as Shape;
  if (shape.type === 'Point') {
    const [x, y] = shape.coordinates;
    return new DuckDBStructValue({ wkb: null, x, y });
  }
  return new DuckDBStructValue({ wkb: new DuckDBBlobValue(toWkb(shape)), x: null, y: null });
}
