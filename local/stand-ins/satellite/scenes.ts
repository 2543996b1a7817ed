import { type CropName, cropNames, cropPosition, readAsset } from './crops.ts';
import { footprintOf, type Tile, tileNamed } from './tiles.ts';
import { middleOf, type UtmPosition } from './utm.ts';

export const collections = ['sentinel-2-c1-l2a', 'sentinel-2-l2a'] as const;
export type Collection = (typeof collections)[number];

/** One Item of the catalogue. */
export interface SceneItem {
  id: string;
  collection: Collection;
  tile: Tile;
  /** The time of acquisition, in milliseconds since 1970. */
  time: number;
  /** The time of publication in the catalogue. */
  created: number;
  platform: 'sentinel-2a' | 'sentinel-2b';
  /** The real scene whose pixels it reuses. */
  crop: CropName;
  /** Whether these are at their original location. */
  isReal: boolean;
  footprint: UtmPosition[];
}

const hour = 3_600_000;
const day = 24 * hour;
/** A satellite of the pair passes every five days, at about 10:57 by the sun. */
const daysBetween = 5;
const solarHour = 10.95;
const publishedAfter: Record<Collection, number> = { 'sentinel-2-c1-l2a': 10 * hour, 'sentinel-2-l2a': 12 * hour };
const firstDay: Record<Collection, number> = {
  // The reprocessed collection of the real catalogue has gaps; here it lacks older scenes.
  'sentinel-2-c1-l2a': Date.UTC(2023, 0, 1),
  'sentinel-2-l2a': Date.UTC(2017, 0, 1),
};

/** In this month tile 33TWL has only the real scenes. */
const realTile = '33TWL';
const realMonth = [Date.UTC(2023, 7, 1), Date.UTC(2023, 8, 1)] as const;

/** The Items of a tile in a collection that were sensed within a span and are published by now, oldest first. */
export function scenesOf(tile: Tile, collection: Collection, [from, to]: [number, number], now: number): SceneItem[] {
  const found: SceneItem[] = [];
  const footprint = footprintOf(tile);
  // A day early and late, since the time of the pass may lie on either side of midnight.
  const start = Math.max(from - day, firstDay[collection]);
  const phase = tile.zone % daysBetween;
  const first = Math.ceil((Math.floor(start / day) - phase) / daysBetween) * daysBetween + phase;
  for (let number = first; number * day <= Math.min(to, now) + day; number += daysBetween) {
    found.push(laidScene(tile, collection, number, footprint));
  }
  if (tile.name === realTile && collection === 'sentinel-2-l2a')
    found.push(...cropNames.map((name) => realScene(tile, name)));
  return found
    .filter(({ time, created, isReal }) => {
      const isHidden = tile.name === realTile && !isReal && time >= realMonth[0] && time < realMonth[1];
      return !isHidden && time >= from && time <= to && created <= now;
    })
    .sort((a, b) => a.time - b.time);
}

/**
 * The Item with an id; undefined if there is none.
 *
 * @example const scene = sceneNamed('sentinel-2-l2a', id, now);
 */
export function sceneNamed(collection: Collection, id: string, now: number): SceneItem | undefined {
  const [, name = '', year, month, date] = /^S2[AB]_T?(\d\d[A-Z]{3})_(\d{4})(\d\d)(\d\d)(?:T|_)/.exec(id) ?? [];
  const tile = tileNamed(name);
  const time = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
  if (!tile || Number.isNaN(time)) return undefined;
  return scenesOf(tile, collection, [time, time + day], now).find((scene) => scene.id === id);
}

function laidScene(tile: Tile, collection: Collection, number: number, footprint: UtmPosition[]): SceneItem {
  const pass = Math.floor(number / daysBetween);
  const sunTime = solarHour - middleOf(tile.zone) / 15;
  const time = number * day + Math.round((((sunTime + 24) % 24) * hour) / 1000) * 1000 + 24;
  const platform = pass % 2 === 0 ? 'sentinel-2a' : 'sentinel-2b';
  return {
    id: idOf(collection, platform, tile, time),
    collection,
    tile,
    time,
    created: time + publishedAfter[collection],
    platform,
    crop: cropNames[pass % cropNames.length] ?? cropNames[0],
    isReal: false,
    footprint,
  };
}

function realScene(tile: Tile, crop: CropName): SceneItem {
  const { properties } = readAsset(`${crop}/item.json`) as { properties: { datetime: string; created: string } };
  return {
    id: crop,
    collection: 'sentinel-2-l2a',
    tile,
    time: Date.parse(properties.datetime),
    created: Date.parse(properties.created),
    platform: crop.startsWith('S2A') ? 'sentinel-2a' : 'sentinel-2b',
    crop,
    isReal: true,
    footprint: footprintOf(cropPosition, cropPosition.size * cropPosition.metres),
  };
}

function idOf(collection: Collection, platform: string, { name }: Tile, time: number): string {
  const satellite = platform.replace('sentinel-', 'S').toUpperCase();
  const compact = new Date(time).toISOString().replaceAll(/[-:]|\.\d+Z/g, '');
  if (collection === 'sentinel-2-l2a') return `${satellite}_${name}_${compact.slice(0, 8)}_0_L2A`;
  return `${satellite}_T${name}_${compact}_L2A`;
}
