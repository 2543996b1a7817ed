import { geometryTooComplex } from '../../domain/geometry/bounded-overlay.ts';
import { isTangled, maxSelfCrossings } from '../../domain/geometry/crossings.ts';
import { type MultiPolygon, multiPolygon } from '../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../domain/geometry/overlay.ts';
import { hasArea, orientPolygons } from '../../domain/geometry/rings.ts';
import { type Defect, defectOfMessage } from '../../domain/geometry/validity.ts';
import { type GeosEngine, type GeosModule, startGeos } from './engine.ts';
import { collected, fromShape, type Shape, toShape, withShapes } from './shapes.ts';

/**
 * Overlays by GEOS as WebAssembly: the engine that workers have in GDAL, which API functions cannot load.
 *
 * @example
 * const overlay = await geosOverlay(() => import('geos-wasm'));
 * const common = overlay.intersection(a, b);
 */
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

    difference: (a, b) =>
      withShapes(engine, (keep) => {
        const [first, second] = [validShape(engine, a, keep), validShape(engine, b, keep)];
        return withArea(fromShape(engine, keep(geos.GEOSDifference(first, second))));
      }),

    union: (shapes) =>
      withShapes(engine, (keep) => {
        const together = collected(
          engine,
          shapes.map((shape) => validShape(engine, shape, keep)),
        );
        return withArea(fromShape(engine, keep(geos.GEOSUnaryUnion(keep(together)))));
      }),

    cells: (shapes) =>
      withShapes(engine, (keep) => {
        const outlines = shapes.map((shape) => keep(geos.GEOSBoundary(validShape(engine, shape, keep))));
        const crossed = keep(geos.GEOSUnaryUnion(keep(collected(engine, outlines))));
        const { coordinates } = withArea(fromShape(engine, keep(polygonized(engine, crossed))));
        return coordinates.map((polygon) => multiPolygon([polygon]));
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

/** The polygons between lines that meet at their ends. */
function polygonized({ geos }: GeosEngine, lines: Shape): Shape {
  const address = geos.Module._malloc(4);
  try {
    new Int32Array(geos.Module.HEAPU8.buffer, address, 1).set([lines]);
    return geos.GEOSPolygonize(address, 1);
  } finally {
    geos.Module._free(address);
  }
}

/** Segments per quarter circle; their middles are 2 % of the radius inside the circle. */
const quarterSegments = 4;

function defectOf({ geos }: GeosEngine, shape: Shape): Defect | undefined {
  if (geos.GEOSisValid(shape) === 1) return undefined;
  const address = geos.GEOSisValidReason(shape);
  const reason = geos.Module.UTF8ToString(address);
  geos.GEOSFree(address);
  return defectOfReason(reason);
}

/** The defect of a GEOS reason. GEOS writes `Self-intersection[10.5 50.5]`, GDAL's warning `at or near point`. */
function defectOfReason(reason: string): Defect {
  return defectOfMessage(reason.replace(/\[([^[\]]*)\]/, ' at or near point $1'));
}

/**
 * A valid form of a shape, since GEOS may return an area of 0 for an invalid one. Polygons are repaired one by one and
 * then joined: a common repair would turn the overlap of two into a hole.
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

/** @throws Problem `geometryTooComplex` for a shape whose repair would take too long. */
function refuseTangle(shape: MultiPolygon): void {
  if (!isTangled(shape)) return;
  throw geometryTooComplex(
    `A shape crosses itself in more than ${maxSelfCrossings} places, too many to repair it. Correct it where it was drawn.`,
  );
}

/**
 * Removes polygons without area but for the last digit of a coordinate, and orients rings, which GEOS returns the other
 * way round.
 */
function withArea({ coordinates }: MultiPolygon): MultiPolygon {
  return multiPolygon(orientPolygons(coordinates.filter(hasArea)));
}
