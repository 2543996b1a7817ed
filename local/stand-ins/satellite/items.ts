import { type Band, type BandKey, bands, classShares } from './bands.ts';
import { cropOf, cropPosition, readAsset } from './crops.ts';
import { boxOf } from './footprint.ts';
import type { Collection, SceneItem } from './scenes.ts';
import { tileMetres } from './tiles.ts';

export type Properties = Record<string, unknown>;
interface Link {
  rel: string;
  href: string;
  [member: string]: unknown;
}
export interface Item {
  id: string;
  collection: string;
  properties: Properties;
  assets: Record<string, Record<string, unknown>>;
  links: Link[];
  [member: string]: unknown;
}

/** The recorded Item that synthetic ones are modelled on. */
const templateOf = ({ collection, crop }: SceneItem) =>
  readAsset(collection === 'sentinel-2-l2a' ? `${crop}/item.json` : 'S2A_T13TDE_20240422T174753_L2A.json') as Item;

/** Sentinel-2's names of the classes whose shares an Item states. */
const classNames: Record<number, string> = {
  0: 's2:nodata_pixel_percentage',
  1: 's2:saturated_defective_pixel_percentage',
  2: 's2:dark_features_percentage',
  3: 's2:cloud_shadow_percentage',
  4: 's2:vegetation_percentage',
  5: 's2:not_vegetated_percentage',
  6: 's2:water_percentage',
  7: 's2:unclassified_percentage',
  8: 's2:medium_proba_clouds_percentage',
  9: 's2:high_proba_clouds_percentage',
  10: 's2:thin_cirrus_percentage',
  11: 's2:snow_ice_percentage',
};
const sharesOfCrop = new Map<string, Properties>();

function shares({ crop }: SceneItem): Properties {
  const known = sharesOfCrop.get(crop);
  if (known) return known;
  const percent = classShares(cropOf(crop));
  const made: Properties = Object.fromEntries(
    Object.entries(classNames).map(([at, name]) => [name, percent[Number(at)]]),
  );
  made['eo:cloud_cover'] = [8, 9, 10].reduce((sum, at) => sum + (percent[at] ?? 0), 0);
  sharesOfCrop.set(crop, made);
  return made;
}

/**
 * An Item's properties: those of the recorded one except time, location and content.
 *
 * @example const { datetime } = propertiesOf(scene);
 */
export function propertiesOf(scene: SceneItem): Properties {
  const { properties } = templateOf(scene);
  if (scene.isReal) return properties;
  const { tile, time, created, platform, collection } = scene;
  const [, digits = '', band, square] = /^(\d\d)(.)(..)$/.exec(tile.name) ?? [];
  const box = boxOf(scene.footprint);
  const named = Object.fromEntries(namedAfter.filter((name) => name in properties).map((name) => [name, scene.id]));
  const published = new Date(created).toISOString();
  return {
    ...properties,
    ...named,
    ...shares(scene),
    created: published,
    updated: published,
    datetime: sensed(time),
    platform,
    's2:generation_time': sensed(created),
    's2:processing_baseline': '05.11',
    'proj:epsg': (tile.isSouth ? 32_700 : 32_600) + tile.zone,
    ...('proj:centroid' in properties && {
      'proj:centroid': { lat: (box[1] + box[3]) / 2, lon: (box[0] + box[2]) / 2 },
    }),
    'mgrs:utm_zone': Number(digits),
    'mgrs:latitude_band': band,
    'mgrs:grid_square': square,
    'grid:code': `MGRS-${tile.name}`,
    ...(collection === 'sentinel-2-l2a' && { 'earthsearch:s3_path': `stand-in/${scene.id}` }),
  };
}

/** Properties that name the product of an Item; a synthetic scene has no product, and its id replaces them. */
const namedAfter = [
  ...['s2:tile_id', 's2:product_uri', 's2:datatake_id', 's2:datastrip_id', 's2:granule_id'],
  'earthsearch:payload_id',
];

/** The time of a scene in the catalogue's format. */
const sensed = (time: number) => new Date(time).toISOString().replace('Z', '000Z');

/**
 * An Item, as the catalogue with a base URL returns it. Its assets are only the bands that Furrow reads, and the classes.
 *
 * @example const item = itemOf(scene, base);
 */
export function itemOf(scene: SceneItem, base: string): Item {
  const template = templateOf(scene);
  const assets = Object.fromEntries(
    Object.entries(template.assets)
      .filter(([key]) => key in bands)
      .map(([key, asset]) => [key, assetOf(scene, key as BandKey, asset, base)]),
  );
  const box = boxOf(scene.footprint);
  return {
    ...template,
    id: scene.id,
    properties: { ...propertiesOf(scene), 'furrow:upstream': 'stand-in', 'furrow:pixels_of': scene.crop },
    geometry: { type: 'Polygon', coordinates: [scene.footprint] },
    bbox: box,
    links: links(scene, base),
    assets,
    collection: scene.collection,
  };
}

export const assetPath = ({ collection, id }: SceneItem, key: BandKey) =>
  `/assets/${collection}/${id}/${bands[key].name}.tif`;

function assetOf(scene: SceneItem, key: BandKey, asset: Record<string, unknown>, base: string) {
  const { metres: usual, name }: Band = bands[key];
  const metres = scene.isReal ? cropPosition.metres : usual;
  const { left, top } = scene.isReal ? cropPosition : scene.tile;
  const size = scene.isReal ? cropPosition.size : tileMetres / metres;
  const [raster, ...more] = asset['raster:bands'] as object[];
  const { 'file:checksum': _sum, 'file:size': _size, ...members } = asset;
  const made = name !== 'B04' && name !== 'B08' && name !== 'SCL';
  return {
    ...members,
    href: `${base.replace(/\/v1$/, '')}${assetPath(scene, key)}`,
    ...(made && { description: 'Made of red and near infrared by a formula: nothing was measured in this band.' }),
    ...('gsd' in asset && { gsd: metres }),
    'proj:shape': [size, size],
    'proj:transform': [metres, 0, left, 0, -metres, top],
    'raster:bands': [{ ...raster, spatial_resolution: metres }, ...more],
  };
}

function links({ collection, id }: { collection: Collection; id: string }, base: string): Link[] {
  const parent = `${base}/collections/${collection}`;
  return [
    { rel: 'self', type: 'application/geo+json', href: `${parent}/items/${id}` },
    { rel: 'license', href: 'https://sentinel.esa.int/documents/247904/690755/Sentinel_Data_Legal_Notice' },
    { rel: 'parent', type: 'application/json', href: parent },
    { rel: 'collection', type: 'application/json', href: parent },
    { rel: 'root', type: 'application/json', href: base },
  ];
}
