import type * as duckDbModule from '@duckdb/node-api';
import { runtimeName } from '../../../sql/functions/geography/define.ts';
import { partsOf } from '../../../sql/geography/parts.ts';
import { contains, covers, intersects } from '../../../sql/geography/relate.ts';
import type { Shape } from '../../../sql/geography/shape.ts';
import { type SideTest, sideTest } from '../../../sql/geography/side-test.ts';
import { fromWkb } from '../../../sql/geography/wkb.ts';
import { rawColumn } from './raw/raw-column.ts';
import { type RawShape, rawShapes } from './raw/raw-shapes.ts';

const relations = { contains, covers, intersects };
type Relation = keyof typeof relations;

/** The runtime names of the functions that are added here. */
export const rawRelations: ReadonlySet<string> = new Set(Object.keys(relations));

/** Number of cached shapes: in a join the same ones are compared again and again. */
const maxKept = 64;

interface Known {
  wkb: Buffer;
  shape: Shape | undefined;
  /** For polygons that were compared with a point. */
  side?: SideTest | undefined;
}

/**
 * Adds relations of two geographies to a connection's database that are called for many pairs: polygons are prepared
 * once, instead of for each point.
 */
export function addRelations(duckDb: typeof duckDbModule, connection: duckDbModule.DuckDBConnection): void {
  const { BLOB, BOOLEAN, DOUBLE, STRUCT } = duckDb;
  const geography = STRUCT({ wkb: BLOB, x: DOUBLE, y: DOUBLE });
  const knownOf = keptShapes();
  const shapeOf = (raw: RawShape) => (raw instanceof Uint8Array ? knownOf(raw).shape : raw);
  const isRelated = (relation: Relation, a: RawShape, b: RawShape): boolean | null => {
    const [polygon, point] = a instanceof Uint8Array || relation !== 'intersects' ? [a, b] : [b, a];
    if (polygon instanceof Uint8Array && !(point instanceof Uint8Array)) {
      const known = knownOf(polygon);
      known.side ??= known.shape && sidesOf(known.shape);
      if (known.side) {
        const side = known.side(...point.coordinates);
        return relation === 'contains' ? side === 'inside' : side !== 'outside';
      }
    }
    const [one, other] = [shapeOf(a), shapeOf(b)];
    return one && other ? relations[relation](one, other) : null;
  };
  for (const relation of Object.keys(relations) as Relation[]) {
    connection.registerScalarFunction(
      duckDb.DuckDBScalarFunction.create({
        name: runtimeName(relation),
        parameterTypes: [geography, geography],
        returnType: BOOLEAN,
        mainFunction(_info, input, output) {
          if (input.rowCount > 0) {
            const [first, second] = [rawShapes(rawColumn(input, 0)), rawShapes(rawColumn(input, 1))];
            for (let row = 0; row < input.rowCount; row++) {
              const [a, b] = [first(row), second(row)];
              output.setItem(row, a && b ? isRelated(relation, a, b) : null);
            }
          }
          output.flush();
        },
      }),
    );
  }
}

/** Undefined for shapes with parts other than polygons. */
function sidesOf(shape: Shape): SideTest | undefined {
  const { points, lines, polygons } = partsOf(shape);
  return polygons.length === 0 || points.length + lines.length > 0 ? undefined : sideTest(polygons);
}

function keptShapes(): (wkb: Uint8Array) => Known {
  const kept: Known[] = [];
  return (wkb) => {
    const at = kept.findIndex((one) => one.wkb.equals(wkb));
    const known = kept[at] ?? { wkb: Buffer.from(wkb), shape: fromWkb(wkb) };
    if (at > 0) kept.splice(at, 1);
    if (at !== 0) kept.unshift(known);
    if (kept.length > maxKept) kept.pop();
    return known;
  };
}
