import { type Box, boxOf, widened } from './box.ts';
import { boxGrid } from './box-grid.ts';
import { partsOf } from './parts.ts';
import { contains, covers, intersects } from './relate.ts';
import type { Shape } from './shape.ts';
import { type SideTest, sideTest } from './side-test.ts';

/** The relation of two geographies in a join. */
export type SpatialRelation = 'contains' | 'covers' | 'intersects';

export interface IndexedShape {
  /** Below 2³¹. */
  id: number;
  /** Created anew with each call. */
  shape(): Shape | undefined;
  /** The bounding box, if it is known. */
  box?: Box | undefined;
  /** Maximum distance of a match from the box. NaN if it is unknown; then nothing matches. */
  metres: number;
}

export interface SpatialIndexOptions {
  /** The relation of pairs; without it, all pairs whose boxes intersect are found. */
  relation?: SpatialRelation | undefined;
  /** Whether the indexed shapes are the relation's first argument. */
  isFirst: boolean;
}

/** An index of shapes, which finds those that are related to another one. */
export interface SpatialIndex {
  /** The id if there is exactly one; a negative number for several, and undefined for none. */
  find(longitude: number, latitude: number): number | undefined;
  findShape(shape: Shape): number | undefined;
  /** The ids that a negative number represents. */
  several(number: number): readonly number[];
}

/** Maximum edges of all prepared shapes; beyond, shapes are prepared anew each time, to limit memory. */
const maxEdges = 3_000_000;

const relations: Record<SpatialRelation, (a: Shape, b: Shape) => boolean> = { contains, covers, intersects };

type Pair = (longitude: number, latitude: number) => boolean;

export function spatialIndex(
  shapes: readonly IndexedShape[],
  { relation, isFirst }: SpatialIndexOptions,
): SpatialIndex {
  const boxes = shapes.map(({ shape, box: known, metres }) => {
    if (Number.isNaN(metres)) return undefined;
    const box = known ?? boxOf(shape() ?? { type: 'MultiPoint', coordinates: [] });
    return box && widened(box, metres);
  });
  const grid = boxGrid(boxes);
  const known = new Map<string, number>();
  const sets: (readonly number[])[] = [];
  const codeOf = (ids: readonly number[]): number | undefined => {
    if (ids.length < 2) return ids[0];
    const key = ids.join();
    const code = known.get(key) ?? -sets.push(ids);
    known.set(key, code);
    return code;
  };

  const kept: { tests: (Pair | undefined)[]; shapes: (Shape | undefined)[]; edges: number } = {
    tests: [],
    shapes: [],
    edges: 0,
  };
  const shapeAt = (index: number): Shape => {
    const shape = kept.shapes[index] ?? shapes[index]?.shape() ?? { type: 'MultiPoint', coordinates: [] };
    if (!kept.shapes[index]) makeRoom(shape);
    kept.shapes[index] = shape;
    return shape;
  };
  function makeRoom(shape: Shape): void {
    for (const ring of partsOf(shape).polygons.flat()) kept.edges += ring.length;
    if (kept.edges <= maxEdges) return;
    kept.tests = [];
    kept.shapes = [];
    kept.edges = 0;
  }
  const testOf = (index: number, relation: SpatialRelation): Pair => {
    const test = kept.tests[index] ?? pairOf(shapes[index]?.shape(), relation);
    kept.tests[index] = test;
    return test;
  };
  function pairOf(shape: Shape = { type: 'MultiPoint', coordinates: [] }, relation: SpatialRelation): Pair {
    makeRoom(shape);
    const side = isFirst || relation === 'intersects' ? sidesOf(shape) : undefined;
    if (side && relation === 'contains') return (longitude, latitude) => side(longitude, latitude) === 'inside';
    if (side) return (longitude, latitude) => side(longitude, latitude) !== 'outside';
    return (longitude, latitude) => areRelated(shape, { type: 'Point', coordinates: [longitude, latitude] }, relation);
  }
  const areRelated = (indexed: Shape, other: Shape, relation: SpatialRelation) =>
    isFirst ? relations[relation](indexed, other) : relations[relation](other, indexed);
  /** Prepares a shape that is compared with many indexed points. */
  function metOf(shape: Shape): (indexed: Shape) => boolean {
    if (!relation) return () => true;
    let side: SideTest | undefined;
    return (indexed) => {
      if (indexed.type !== 'Point' || (isFirst && relation !== 'intersects'))
        return areRelated(indexed, shape, relation);
      side ??= sidesOf(shape);
      if (!side) return areRelated(indexed, shape, relation);
      const found = side(...indexed.coordinates);
      return relation === 'contains' ? found === 'inside' : found !== 'outside';
    };
  }
  const idOf = (index: number) => shapes[index]?.id ?? 0;

  return {
    find(longitude, latitude) {
      let first: number | undefined;
      let all: number[] | undefined;
      grid.around(longitude, latitude, (index) => {
        if (relation && !testOf(index, relation)(longitude, latitude)) return;
        if (first === undefined) first = idOf(index);
        else {
          all ??= [first];
          all.push(idOf(index));
        }
      });
      return all ? codeOf(all.sort((a, b) => a - b)) : first;
    },
    findShape(shape) {
      if (shape.type === 'Point') return this.find(...shape.coordinates);
      const box: Box | undefined = boxOf(shape);
      const found: number[] = [];
      const isMet = metOf(shape);
      if (box)
        grid.meeting(box, (index) => {
          if (isMet(shapeAt(index))) found.push(idOf(index));
        });
      return codeOf(found.sort((a, b) => a - b));
    },
    several: (number) => sets[-number - 1] ?? [],
  };
}

/** Undefined for shapes with parts other than polygons. */
function sidesOf(shape: Shape): SideTest | undefined {
  const { points, lines, polygons } = partsOf(shape);
  return points.length + lines.length > 0 ? undefined : sideTest(polygons);
}
