import { countCrossings } from '../../../domain/geometry/crossings.ts';
import { type MultiPolygon, vertexCount } from '../../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import { limits } from '../../../domain/limits.ts';
import type { Group } from '../../../domain/merging/group.ts';

/** Vertices that one union may take, which costs seconds and a few hundred megabytes. */
const maxUnited = 10 * limits.vertices;
/** A crossing is made into several edges, which are then put together anew. */
const verticesPerCrossing = 3;

/** The union of each group that can be one, by the id of any of its sources; of the others it is noted why they cannot. */
export function uniteGroups(groups: Group[], overlay: Overlay): Map<string, MultiPolygon> {
  const shapes = new Map<string, MultiPolygon>();
  for (const group of groups) {
    if (group.problem || group.sources.length < 2) continue;
    const sources = group.sources.toSorted((a, b) => (a.field.id < b.field.id ? -1 : 1));
    const given = sources.map(({ boundary }) => boundary.geometry);
    const shape = isTooMuch(given) ? undefined : overlay.union(given);
    if (!shape || vertexCount(shape.coordinates) > limits.vertices) group.problem = 'mergedShapeTooLarge';
    else for (const { field } of sources) shapes.set(field.id, shape);
  }
  return shapes;
}

/** Outlines of n edges can cross in n² places, and union cannot be interrupted. */
function isTooMuch(shapes: MultiPolygon[]): boolean {
  let work = shapes.reduce((sum, { coordinates }) => sum + vertexCount(coordinates), 0);
  for (const [at, shape] of shapes.entries()) {
    for (const other of shapes.slice(at + 1)) {
      if (work > maxUnited) return true;
      work += verticesPerCrossing * countCrossings(shape, other, limits.vertices);
    }
  }
  return work > maxUnited;
}
