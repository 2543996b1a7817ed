import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { footprintOf } from '../../../domain/satellite/scenes/footprint.ts';
import { type CropName, cropNames } from '../satellite/crops.ts';

/** A synthetic scene of a quarter degree; there is one every third day. */
export interface MadeScene {
  id: string;
  /** Milliseconds since 1970. */
  acquired: number;
  published: number;
  west: number;
  south: number;
  /** The scene of Sentinel-2 whose pixels it reuses. */
  crop: CropName;
}

const hour = 3_600_000;
const day = 24 * hour;
const daysBetween = 3;
const sideDegrees = 0.25;
const columns = 360 / sideDegrees;
/** PlanetScope acquires scenes at about half past ten solar time, and publishes them some hours later. */
const solarHour = 10.5;
const publishedAfter = 6 * hour;
/** The day of the first scenes of eight bands. */
const firstDay = Date.UTC(2020, 2, 1);

export type Box = [west: number, south: number, east: number, north: number];

/** Maximum number of quarter degrees that a search considers. */
const maxCells = 100;

/** Scenes that intersect a box and are published by now. */
export function scenesIn([west, south, east, north]: Box, [from, to]: [number, number], now: number): MadeScene[] {
  const found: MadeScene[] = [];
  const cells: [column: number, row: number][] = [];
  for (let row = rowOf(south); row <= rowOf(north); row += 1) {
    for (let column = columnOf(west); column <= columnOf(east) && cells.length < maxCells; column += 1) {
      cells.push([column, row]);
    }
  }
  const first = Math.floor(Math.max(from, firstDay) / day);
  for (const [column, row] of cells) {
    for (let number = first; number * day <= Math.min(to, now); number += 1) {
      if (number % daysBetween !== 0) continue;
      const scene = sceneOf(column, row, number);
      if (scene.acquired >= from && scene.acquired <= to && scene.published <= now) found.push(scene);
    }
  }
  return found;
}

/**
 * The scene with an id; undefined if it does not exist yet.
 *
 * @example const scene = sceneNamed(id, now);
 */
export function sceneNamed(id: string, now: number): MadeScene | undefined {
  const [, year, month, date, cell = ''] = /^(\d{4})(\d\d)(\d\d)_\d{6}_\d\d_([0-9a-f]{5})$/.exec(id) ?? [];
  const number = Date.parse(`${year}-${month}-${date}T00:00:00Z`) / day;
  if (Number.isNaN(number) || number % daysBetween !== 0) return undefined;
  const index = Number.parseInt(cell, 16);
  const scene = sceneOf(index % columns, Math.floor(index / columns), number);
  return scene.id === id && scene.published <= now ? scene : undefined;
}

function sceneOf(column: number, row: number, number: number): MadeScene {
  const [west, south] = [column * sideDegrees - 180, row * sideDegrees - 90];
  const sunTime = (((solarHour - west / 15) % 24) + 24) % 24;
  const acquired = number * day + Math.floor(sunTime * 3600) * 1000 + 450;
  const [date = '', time = ''] = new Date(acquired).toISOString().replaceAll(/[-:]/g, '').split(/[T.]/);
  const cell = (row * columns + column).toString(16).padStart(5, '0');
  return {
    id: `${date}_${time}_45_${cell}`,
    ...{ acquired, west, south },
    published: acquired + publishedAfter,
    crop: cropNames[(number / daysBetween) % cropNames.length] ?? cropNames[0],
  };
}

const columnOf = (longitude: number) => Math.min(columns - 1, Math.floor((longitude + 180) / sideDegrees));
const rowOf = (latitude: number) => Math.min(180 / sideDegrees - 1, Math.floor((latitude + 90) / sideDegrees));

/** The corners of a scene, as a closed ring. */
export function cornersOf({ west, south }: MadeScene): [number, number][] {
  const [east, north] = [west + sideDegrees, south + sideDegrees];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

export const shapeOf = (scene: MadeScene) => multiPolygon([[cornersOf(scene)]]);

export const meets = (scene: MadeScene, shape: ReturnType<typeof multiPolygon>) =>
  footprintOf(shapeOf(scene)).meets(shape);
