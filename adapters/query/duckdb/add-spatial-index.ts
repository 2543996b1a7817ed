import type * as duckDbModule from '@duckdb/node-api';
import type { Box } from '../../../sql/geography/box.ts';
import { type SpatialFunction, spatialFunctions } from '../../../sql/geography/spatial-functions.ts';
import {
  type IndexedShape,
  type SpatialIndex,
  type SpatialRelation,
  spatialIndex,
} from '../../../sql/geography/spatial-index.ts';
import { fromWkb } from '../../../sql/geography/wkb.ts';
import { doublesOf, int64At, type RawColumn, rawColumn, rawElements, wordsOf } from './raw/raw-column.ts';
import { rawShapes } from './raw/raw-shapes.ts';

type DuckDb = typeof duckDbModule;
type Write = (input: duckDbModule.DuckDBDataChunk, output: duckDbModule.DuckDBVector) => void;

/** Spatial indexes that a query has created. */
export interface SpatialIndexes {
  /** Frees the indexes after a query. */
  forget(): void;
}

/**
 * Adds functions for spatial joins to a connection's database: one indexes the geographies of a table and returns the
 * index's number, others find the candidates for those of another table. Columns are read directly from memory.
 */
export function addSpatialIndex(duckDb: DuckDb, connection: duckDbModule.DuckDBConnection): SpatialIndexes {
  const { BLOB, BOOLEAN, DOUBLE, DuckDBListValue, INTEGER, LIST, STRUCT, VARCHAR } = duckDb;
  const geography = STRUCT({ wkb: BLOB, x: DOUBLE, y: DOUBLE });
  const indexes = new Map<number, SpatialIndex>();
  let made = 0;
  const add = (
    name: SpatialFunction,
    parameterTypes: duckDbModule.DuckDBType[],
    returnType: duckDbModule.DuckDBType,
    write: Write,
  ) =>
    connection.registerScalarFunction(
      duckDb.DuckDBScalarFunction.create({
        name: spatialFunctions[name],
        parameterTypes,
        returnType,
        mainFunction(_info, input, output) {
          if (input.rowCount > 0) write(input, output);
          output.flush();
        },
      }),
    );
  /** All rows of a chunk use one index. */
  const indexOf = (input: duckDbModule.DuckDBDataChunk): SpatialIndex | undefined => {
    const column = rawColumn(input, 0);
    return column.isEmpty ? undefined : indexes.get(wordsOf(column, 1)[0] ?? 0);
  };

  add(
    'index',
    [LIST(INTEGER), LIST(geography), LIST(DOUBLE), VARCHAR, BOOLEAN, LIST(DOUBLE)],
    INTEGER,
    (input, output) => {
      const [relation, isFirst] = [3, 4].map((column) => input.getColumnVector(column).getItem(0));
      made += 1;
      const options = {
        relation: relation === 'near' ? undefined : (relation as SpatialRelation),
        isFirst: isFirst === true,
      };
      indexes.set(made, spatialIndex(indexedShapes(input), options));
      for (let row = 0; row < input.rowCount; row++) output.setItem(row, made);
    },
  );
  add('ofPoint', [INTEGER, DOUBLE, DOUBLE], INTEGER, (input, output) => {
    const index = indexOf(input);
    const [x, y] = [rawColumn(input, 1), rawColumn(input, 2)];
    const [longitudes, latitudes] = [doublesOf(x), doublesOf(y)];
    for (let row = 0; row < input.rowCount; row++) {
      const isPosition = !(x.hasValue?.(row) === false || y.hasValue?.(row) === false);
      const found = isPosition ? index?.find(longitudes[row] ?? 0, latitudes[row] ?? 0) : undefined;
      output.setItem(row, found ?? null);
    }
  });
  add('ofShape', [INTEGER, geography], INTEGER, (input, output) => {
    const index = indexOf(input);
    const shapeAt = rawShapes(rawColumn(input, 1));
    for (let row = 0; row < input.rowCount; row++) {
      const raw = shapeAt(row);
      const shape = raw instanceof Uint8Array ? fromWkb(raw) : raw;
      output.setItem(row, (shape && index?.findShape(shape)) ?? null);
    }
  });
  add('several', [INTEGER, INTEGER], LIST(INTEGER), (input, output) => {
    const index = indexOf(input);
    const codes = rawColumn(input, 1);
    const numbers = wordsOf(codes, 1);
    for (let row = 0; row < input.rowCount; row++) {
      const ids = codes.hasValue?.(row) === false ? undefined : index?.several(numbers[row] ?? 0);
      output.setItem(row, ids ? new DuckDBListValue(ids) : null);
    }
  });
  return { forget: () => indexes.clear() };
}

/**
 * The single row's ids and shapes of a table as lists, four numbers for the box of each or none, and the distance that
 * each reaches, or one for all.
 */
function indexedShapes(input: duckDbModule.DuckDBDataChunk): IndexedShape[] {
  const [ids, shapes, sides, reach] = [0, 1, 2, 5].map((column) => rawColumn(input, column)) as [
    RawColumn,
    RawColumn,
    RawColumn,
    RawColumn,
  ];
  if (ids.isEmpty) return [];
  const numbers = wordsOf(rawElements(ids), 1);
  const shapeAt = rawShapes(rawElements(shapes));
  const degrees = sides.isEmpty ? undefined : rawElements(sides);
  const values = degrees && doublesOf(degrees);
  const count = lengthOf(ids);
  const [idFrom, shapeFrom, sideFrom] = [firstOf(ids), firstOf(shapes), firstOf(sides)];
  const hasBoxes = !sides.isEmpty && lengthOf(sides) === 4 * count;
  const metres = rawElements(reach);
  const lengths = doublesOf(metres);
  const metresAt = (row: number) => {
    const at = firstOf(reach) + (lengthOf(reach) === 1 ? 0 : row);
    return metres.hasValue?.(at) === false ? Number.NaN : (lengths[at] ?? Number.NaN);
  };
  const side = (at: number) => (degrees?.hasValue?.(at) === false ? Number.NaN : (values?.[at] ?? Number.NaN));
  const boxAt = (row: number): Box | undefined => {
    if (!hasBoxes) return undefined;
    const at = sideFrom + 4 * row;
    const box: Box = [side(at), side(at + 1), side(at + 2), side(at + 3)];
    return box.some(Number.isNaN) ? undefined : box;
  };
  return Array.from({ length: count }, (_, row) => row).flatMap((row) => {
    const raw = shapeAt(shapeFrom + row);
    if (!raw) return [];
    // Copied, since the memory of the chunk is freed with it.
    const kept = raw instanceof Uint8Array ? Buffer.from(raw) : raw;
    const shape = () => (kept instanceof Uint8Array ? fromWkb(kept) : kept);
    return [{ id: numbers[idFrom + row] ?? 0, shape, box: boxAt(row), metres: metresAt(row) }];
  });
}

const firstOf = (list: RawColumn): number => int64At(wordsOf(list, 4), 0);
const lengthOf = (list: RawColumn): number => int64At(wordsOf(list, 4), 1);
