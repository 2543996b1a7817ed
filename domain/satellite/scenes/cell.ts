import { type Bounds, boundsOf, type MultiPolygon } from '../../geometry/multi-polygon.ts';

/** A square degree, named by its western and southern edge: `-94:42`. Catalogues are searched for whole cells. */
export type SceneCell = string;

const easternmost = 179;

/**
 * The cells in which a field may have ground: those that the boxes around its parts meet.
 *
 * @example cellsOf({ type: 'MultiPolygon', coordinates: [[[[8, 47], [8.1, 47], [8, 47.1], [8, 47]]]] }) // ['8:47']
 */
export function cellsOf({ coordinates }: MultiPolygon): SceneCell[] {
  const cells = new Set<SceneCell>();
  for (const polygon of coordinates) {
    const [west, south, east, north] = boundsOf([polygon]) ?? [0, 0, -1, -1];
    for (let x = Math.floor(west); x <= Math.min(east, easternmost); x += 1) {
      for (let y = Math.floor(south); y <= north; y += 1) cells.add(`${x}:${y}`);
    }
  }
  return [...cells].sort();
}

export function boundsOfCell(cell: SceneCell): Bounds {
  const [x = 0, y = 0] = cell.split(':').map(Number);
  return [x, y, x + 1, y + 1];
}
