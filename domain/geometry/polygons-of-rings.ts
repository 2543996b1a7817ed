import { insideOf } from './inside.ts';
import { boundsOf, multiPolygon, type PolygonRings, type Ring } from './multi-polygon.ts';
import { nestPolygons, nestRings } from './nesting.ts';
import { ringArea, turnsLeft } from './rings.ts';

/**
 * Sorts the rings of a record of a shapefile into polygons: outer rings turn clockwise, holes the other way. Rings of a program that turns all of them the same way are
 * sorted by containment.
 *
 * @example polygonsOfRings([clockwise, counterClockwiseInIt]) // [[clockwise, counterClockwiseInIt]]
 */
export function polygonsOfRings(rings: Ring[]): PolygonRings[] {
  const outer = rings.filter((ring) => !turnsLeft(ring));
  const holes = rings.filter(turnsLeft);
  if (outer.length === 0) return nestRings(rings);
  if (holes.length === 0) return nestPolygons(outer.map((ring) => [ring]));
  const shells = outer
    .map((ring) => ({
      rings: [ring],
      box: boundsOf([[ring]]),
      area: ringArea(ring),
      holds: insideOf(multiPolygon([[ring]])),
    }))
    .sort((a, b) => a.area - b.area);
  for (const hole of holes) {
    const [west, south, east, north] = boundsOf([[hole]]) ?? [0, 0, 0, 0];
    const around = shells.find(({ box, holds }) => {
      if (!box || west < box[0] || south < box[1] || east > box[2] || north > box[3]) return false;
      // A hole may touch its shell in some corners.
      return hole.filter(([x, y]) => holds(x, y)).length * 2 >= hole.length;
    });
    if (around) around.rings.push(hole);
    else shells.push({ rings: [hole], box: undefined, area: 0, holds: () => false });
  }
  return shells.map((shell) => shell.rings);
}
