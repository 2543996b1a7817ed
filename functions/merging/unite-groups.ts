import { mostVertices } from '../../domain/geometry/given-geometry.ts';
import { type MultiPolygon, vertexCount } from '../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../domain/geometry/overlay.ts';
import type { Group } from '../../domain/merging/group.ts';

/** More vertices than these are not even laid together: memory would end before nine tenths of them are found to lie within others. */
const mostUnited = 10 * mostVertices;

/** The union of each group that can be one, by the id of any of its sources; of the others it is noted why they cannot. */
export function uniteGroups(groups: Group[], overlay: Overlay): Map<string, MultiPolygon> {
  const shapes = new Map<string, MultiPolygon>();
  for (const group of groups) {
    if (group.problem || group.sources.length < 2) continue;
    const sources = group.sources.toSorted((a, b) => (a.field.id < b.field.id ? -1 : 1));
    const given = sources.map(({ boundary }) => boundary.geometry);
    const vertices = given.reduce((sum, { coordinates }) => sum + vertexCount(coordinates), 0);
    const shape = vertices > mostUnited ? undefined : overlay.union(given);
    if (!shape || vertexCount(shape.coordinates) > mostVertices) group.problem = 'mergedShapeTooLarge';
    else for (const { field } of sources) shapes.set(field.id, shape);
  }
  return shapes;
}
