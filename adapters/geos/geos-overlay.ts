import { geometryTooComplex } from '../../domain/geometry/bounded-overlay.ts';
import { isTangled, maxSelfCrossings } from '../../domain/geometry/crossings.ts';
import { type MultiPolygon, multiPolygon } from '../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../domain/geometry/overlay.ts';
import { hasArea, orientPolygons } from '../../domain/geometry/rings.ts';
import { type Defect, defectOfMessage } from '../../domain/geometry/validity.ts';
import { type GeosEngine, type GeosModule, startGeos } from './engine.ts';
import { collected, fromShape, type Shape, toShape, withShapes } from './shapes.ts';

/** GEOS as WebAssembly: the same engine that GDAL has in the workers, where an API function cannot load GDAL. */
export async function geosOverlay(load: () => Promise<GeosModule>): Promise<Overlay> {
  const engine = await startGeos(load);
  const { geos } = engine;
  return {
    findDefect: (shape) => withShapes(engine, (keep) => defectOf(engine, keep(toShape(engine, shape.coordinates)))),

    intersection: (a, b) =>
      withShapes(engine, (keep) => {
        const [first, second] = [validShape(engine, a, keep), validShape(engine, b, keep)];
        return withArea(fromShape(engine, keep(geos.GEOSIntersection(first, second))));
      }),

    union: (shapes) =>
      withShapes(engine, (keep) => {
        const together = collected(
          engine,
          shapes.map((shape) => validShape(engine, shape, keep)),
        );
        return withArea(fromShape(engine, keep(geos.GEOSUnaryUnion(keep(together)))));
      }),

    grow: ({ coordinates }, distance) =>
      withShapes(engine, (keep) =>
        fromShape(engine, keep(geos.GEOSBuffer(keep(toShape(engine, coordinates)), distance, quarterSegments))),
      ),

    simplify: ({ coordinates }, distance) =>
      withShapes(engine, (keep) =>
        fromShape(engine, keep(geos.GEOSTopologyPreserveSimplify(keep(toShape(engine, coordinates)), distance))),
      ),
  };
}

/** Edges in a quarter of a circle: their middles are 2 % of its radius within it. */
const quarterSegments = 4;

function defectOf({ geos }: GeosEngine, shape: Shape): Defect | undefined {
  if (geos.GEOSisValid(shape) === 1) return undefined;
  const address = geos.GEOSisValidReason(shape);
  const reason = geos.Module.UTF8ToString(address);
  geos.GEOSFree(address);
  return defectOfReason(reason);
}

/** GEOS writes `Self-intersection[10.5 50.5]` where GDAL's warning says `at or near point`. */
function defectOfReason(reason: string): Defect {
  return defectOfMessage(reason.replace(/\[([^[\]]*)\]/, ' at or near point $1'));
}

/**
 * A shape that GEOS may be asked about: of an invalid one it may say that its area is 0. Each polygon is repaired by itself, and then
 * all are united: repaired at once, the overlap of two would be taken for a hole.
 */
function validShape(engine: GeosEngine, { coordinates }: MultiPolygon, keep: (shape: Shape) => Shape): Shape {
  const { geos } = engine;
  const shape = keep(toShape(engine, coordinates));
  if (geos.GEOSisValid(shape) === 1) return shape;
  refuseTangle({ type: 'MultiPolygon', coordinates });
  const repaired = coordinates.flatMap(
    (polygon) => fromShape(engine, keep(geos.GEOSMakeValid(keep(toShape(engine, [polygon]))))).coordinates,
  );
  return keep(geos.GEOSUnaryUnion(keep(toShape(engine, repaired))));
}

/** @throws Problem `geometryTooComplex` for a shape that takes too long to repair. */
function refuseTangle(shape: MultiPolygon): void {
  if (!isTangled(shape)) return;
  throw geometryTooComplex(
    `A shape crosses itself in more than ${maxSelfCrossings} places, too many to repair it. Correct it where it was drawn.`,
  );
}

/** Slivers that are lines but for the last digit of a coordinate are no area. GEOS runs its rings the other way round. */
function withArea({ coordinates }: MultiPolygon): MultiPolygon {
  return multiPolygon(orientPolygons(coordinates.filter(hasArea)));
}
