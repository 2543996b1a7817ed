import type { MultiPolygon, PolygonRings } from '../../domain/geometry/multi-polygon.ts';
import { decodeWkb, encodeWkb } from '../../domain/geometry/wkb.ts';
import type { GeosEngine } from './engine.ts';

/** Value of GEOSGeomTypes in geos_c.h. */
const geometryCollection = 7;

/** Pointer to a geometry in the memory of GEOS. */
export type Shape = number;

/**
 * Runs work that allocates shapes, and frees all that it registered with `keep`, also on errors.
 *
 * @example withShapes(engine, (keep) => fromShape(engine, keep(engine.geos.GEOSUnaryUnion(keep(toShape(engine, polygons))))))
 */
export function withShapes<T>({ geos, takeError }: GeosEngine, work: (keep: (shape: Shape) => Shape) => T): T {
  const kept: Shape[] = [];
  try {
    return work((shape) => {
      if (!shape) throw new Error(`GEOS: ${takeError()}`);
      kept.push(shape);
      return shape;
    });
  } finally {
    for (const shape of kept) geos.GEOSGeom_destroy(shape);
  }
}

/**
 * Copies polygons into the memory of GEOS as one MultiPolygon.
 *
 * @example const shape = keep(toShape(engine, polygons)); // within withShapes, which frees it
 */
export function toShape({ geos }: GeosEngine, polygons: PolygonRings[]): Shape {
  const bytes = encodeWkb(polygons);
  const address = geos.Module._malloc(bytes.length);
  try {
    geos.Module.HEAPU8.set(bytes, address);
    return geos.GEOSGeomFromWKB_buf(address, bytes.length);
  } finally {
    geos.Module._free(address);
  }
}

/**
 * Copies shapes into one collection.
 *
 * @example const all = keep(collected(engine, shapes)); // of copies, so that shapes stay as they are
 */
export function collected({ geos }: GeosEngine, shapes: Shape[]): Shape {
  const addresses = geos.Module._malloc(4 * shapes.length);
  try {
    const copies = shapes.map((shape) => geos.GEOSGeom_clone(shape));
    // Memory may have moved while copying, so its buffer is read only now.
    new Int32Array(geos.Module.HEAPU8.buffer, addresses, copies.length).set(copies);
    // The collection owns the copies from here on.
    return geos.GEOSGeom_createCollection(geometryCollection, addresses, copies.length);
  } finally {
    geos.Module._free(addresses);
  }
}

/**
 * The polygons of a shape; lines and points are left out.
 *
 * @example const { coordinates } = fromShape(engine, keep(engine.geos.GEOSUnaryUnion(shape)));
 */
export function fromShape({ geos }: GeosEngine, shape: Shape): MultiPolygon {
  const sizeAddress = geos.Module._malloc(4);
  const address = geos.GEOSGeomToWKB_buf(shape, sizeAddress);
  try {
    const size = geos.Module.getValue(sizeAddress, 'i32');
    const bytes = geos.Module.HEAPU8.subarray(address, address + size);
    return { type: 'MultiPolygon', coordinates: decodeWkb(bytes).polygons };
  } finally {
    geos.GEOSFree(address);
    geos.Module._free(sizeAddress);
  }
}
