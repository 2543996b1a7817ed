import * as duckDb from '@duckdb/node-api';
import { allPositions, partsOf } from '../../../sql/geography/parts.ts';
import type { Shape } from '../../../sql/geography/shape.ts';
import { fromWkb, toWkb } from '../../../sql/geography/wkb.ts';

const { BIGINT, BLOB, DOUBLE, LIST, STRUCT } = duckDb;
const geometry = STRUCT({ wkb: BLOB, x: DOUBLE, y: DOUBLE });

function shapeOf(value: duckDb.DuckDBValue): Shape | undefined {
  if (!(value instanceof duckDb.DuckDBStructValue)) return undefined;
  const { wkb, x, y } = value.entries;
  if (typeof x === 'number' && typeof y === 'number') return { type: 'Point', coordinates: [x, y] };
  return wkb instanceof duckDb.DuckDBBlobValue ? fromWkb(wkb.bytes) : undefined;
}

function structOf(shape: Shape): duckDb.DuckDBStructValue {
  const [x, y] = shape.type === 'Point' ? shape.coordinates : [null, null];
  const wkb = shape.type === 'Point' ? null : new duckDb.DuckDBBlobValue(toWkb(shape));
  return new duckDb.DuckDBStructValue({ wkb, x, y });
}

/** Points, lines and polygons of a geometry. */
function geometries(shape: Shape): Shape[] {
  const { points, lines, polygons } = partsOf(shape);
  return [
    ...points.map((coordinates): Shape => ({ type: 'Point', coordinates })),
    ...lines.map((coordinates): Shape => ({ type: 'LineString', coordinates })),
    ...polygons.map((coordinates): Shape => ({ type: 'Polygon', coordinates })),
  ];
}

const list = (shapes: Shape[]) => new duckDb.DuckDBListValue(shapes.map(structOf));

const functions = {
  st_geometries: { returnType: LIST(geometry), of: (shape: Shape) => list(geometries(shape)) },
  st_points: {
    returnType: LIST(geometry),
    of: (shape: Shape) =>
      list(allPositions(partsOf(shape)).map((coordinates): Shape => ({ type: 'Point', coordinates }))),
  },
  st_exteriorring: {
    returnType: geometry,
    of: (shape: Shape) =>
      shape.type === 'Polygon' && shape.coordinates[0]
        ? structOf({ type: 'LineString', coordinates: shape.coordinates[0] })
        : null,
  },
  st_interiorrings: {
    returnType: LIST(geometry),
    of: (shape: Shape) =>
      shape.type === 'Polygon'
        ? list(shape.coordinates.slice(1).map((coordinates): Shape => ({ type: 'LineString', coordinates })))
        : null,
  },
  // Trino does not count the closing point of a ring.
  st_numpoints: {
    returnType: BIGINT,
    of(shape: Shape) {
      const parts = partsOf(shape);
      return BigInt(allPositions(parts).length - parts.polygons.flat().length);
    },
  },
};

/** Defines Trino's functions that decompose geometries. */
export function addGeometryParts(connection: duckDb.DuckDBConnection): void {
  for (const [name, { returnType, of }] of Object.entries(functions)) {
    connection.registerScalarFunction(
      duckDb.DuckDBScalarFunction.create({
        name: `trino_${name}`,
        returnType,
        parameterTypes: [geometry],
        mainFunction: (_info, input, output) => {
          const column = input.getColumnVector(0);
          for (let row = 0; row < input.rowCount; row += 1) {
            const shape = shapeOf(column.getItem(row));
            output.setItem(row, shape ? of(shape) : null);
          }
          output.flush();
        },
      }),
    );
  }
}

export const geometryPartNames: readonly string[] = Object.keys(functions);
