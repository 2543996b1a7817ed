import * as z from 'zod';
import type { Position } from '../../domain/geometry/multi-polygon.ts';
import type { Scene, SceneAsset } from '../../domain/satellite/scenes/scene.ts';

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number());
const rings = z.array(z.array(position).min(4)).min(1);
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

const asset = z.object({
  href: z.string().max(2_000),
  'raster:bands': z
    .array(
      z.object({
        scale: z.number().optional(),
        offset: z.number().optional(),
        spatial_resolution: z.number().positive().optional(),
      }),
    )
    .optional(),
});

/** The members of an Item of Sentinel-2 L2A that are read (STAC 1.0, https://github.com/radiantearth/stac-spec). */
const stacItem = z.object({
  id: z.string().min(1).max(200),
  collection: z.string().max(100),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: rings }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
  ]),
  properties: z.object({
    datetime: moment,
    created: moment.optional(),
    platform: z.string().max(40),
    'eo:cloud_cover': z.number().min(0).max(100).optional(),
    'grid:code': z.string().max(20).optional(),
    's2:mgrs_tile': z.string().max(20).optional(),
    's2:processing_baseline': z.string().max(20).optional(),
    's2:datastrip_id': z.string().max(200).optional(),
    'earthsearch:boa_offset_applied': z.boolean().optional(),
  }),
  assets: z.record(z.string(), z.unknown()),
});

type StacItem = z.infer<typeof stacItem>;

/** The bands that are read, with Earth Search's name and the size of a pixel in metres. */
const bands = {
  B01: ['coastal', 60],
  B02: ['blue', 10],
  B03: ['green', 10],
  B04: ['red', 10],
  B05: ['rededge1', 20],
  B06: ['rededge2', 20],
  B07: ['rededge3', 20],
  B08: ['nir', 10],
  B8A: ['nir08', 20],
  B09: ['nir09', 60],
  B11: ['swir16', 20],
  B12: ['swir22', 20],
  SCL: ['scl', 20],
} as const;

const usualScale = 0.0001;
/** Since processing baseline 04.00 (January 2022) 1,000 is added to the numbers of reflectance. */
const addedSince = '04.00';
const addedOffset = -0.1;

/**
 * Makes a scene of an Item; undefined if the Item lacks a member that a scene needs.
 *
 * @param upstream names the catalogue.
 */
export function sceneOf(item: unknown, upstream: string): Scene | undefined {
  const { success, data } = stacItem.safeParse(item);
  if (!success) return undefined;
  const { id, collection, geometry, properties } = data;
  const tile = (properties['grid:code'] ?? properties['s2:mgrs_tile'])?.replace('MGRS-', '');
  const cloudPercent = properties['eo:cloud_cover'];
  const [, datastrip] = datastripStart.exec(properties['s2:datastrip_id'] ?? '') ?? [];
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const flat = ([longitude, latitude]: readonly number[]) => [longitude, latitude] as Position;
  const assets = Object.entries(bands).flatMap(([band, [name, metres]]) => {
    const found = assetOf(data, band === 'SCL', data.assets[name] ?? data.assets[band], metres);
    return found ? [[band, found] as const] : [];
  });
  return {
    id,
    key: [shortPlatform(properties.platform), tile ?? id, properties.datetime.slice(0, 16)].join('_'),
    ...(datastrip !== undefined && { datastrip }),
    provider: 'sentinel',
    upstream,
    collection,
    date: properties.datetime,
    created: properties.created ?? properties.datetime,
    ...(tile !== undefined && { tile }),
    footprint: { type: 'MultiPolygon', coordinates: polygons.map((each) => each.map((ring) => ring.map(flat))) },
    ...(cloudPercent !== undefined && { cloudPercent }),
    assets: Object.fromEntries(assets),
  };
}

/** The sensing start in a name such as `S2B_OPER_MSI_L2A_DS_2BPS_20230810T130104_S20230810T095651_N05.09`; the time before it is that of processing. */
const datastripStart = /_S(\d{8}T\d{6})(?:_|$)/;

/** `sentinel-2b` and `Sentinel-2B` are `S2B`. */
const shortPlatform = (platform: string) => platform.toUpperCase().replace('SENTINEL-', 'S');

function assetOf(item: StacItem, isClasses: boolean, given: unknown, metres: number): SceneAsset | undefined {
  const { success, data } = asset.safeParse(given);
  if (!success) return undefined;
  const [raster] = data['raster:bands'] ?? [];
  const resolution = raster?.spatial_resolution ?? metres;
  if (isClasses) return { href: data.href, scale: 1, offset: 0, metres: resolution };
  return {
    href: data.href,
    scale: raster?.scale ?? usualScale,
    offset: offsetOf(item, raster?.offset),
    metres: resolution,
  };
}

/**
 * The offset that is still to be added to a band's scaled numbers. Earth Search lists the offset of `sentinel-2-l2a` even if the pixels include
 * it, and says so in `earthsearch:boa_offset_applied`. The offset of `sentinel-2-c1-l2a` is to be added. Planetary Computer lists none, although its
 * files need it from baseline 04.00 on.
 */
function offsetOf({ properties }: StacItem, listed: number | undefined): number {
  if (properties['earthsearch:boa_offset_applied'] === true) return 0;
  if (listed !== undefined) return listed;
  return (properties['s2:processing_baseline'] ?? '') >= addedSince ? addedOffset : 0;
}
