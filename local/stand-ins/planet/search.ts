import * as z from 'zod';
import { boundsOf, type MultiPolygon, multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { planetAssetTypes } from '../../../domain/satellite/planet/asset-types.ts';
import { cornersOf, type MadeScene, meets, scenesIn } from './scenes.ts';

/** A request to which Planet responds with 400. */
export class Refused extends Error {}

const rings = z.array(z.array(z.tuple([z.number(), z.number()]).rest(z.number())).min(4)).min(1);
const shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
]);

/** A GeoJSON geometry. @throws Refused */
export function shapeIn(value: unknown): MultiPolygon {
  const { data } = shape.safeParse(value);
  if (!data) throw new Refused('the geometry is no Polygon or MultiPolygon');
  const polygons = data.type === 'Polygon' ? [data.coordinates] : data.coordinates;
  return multiPolygon(polygons.map((each) => each.map((ring) => ring.map(([x, y]) => [x, y]))));
}

const bounds = z
  .object({
    gte: z.iso.datetime({ offset: true }),
    gt: z.iso.datetime({ offset: true }),
    lte: z.iso.datetime({ offset: true }),
    lt: z.iso.datetime({ offset: true }),
  })
  .partial();
const names = z.array(z.string());
const stageFilter = z.object({
  type: z.literal('StringInFilter'),
  field_name: z.literal('publishing_stage'),
  config: names,
});
const publishingStage = 'finalized';
const anyFilter = z.object({ type: z.string(), field_name: z.string().optional(), config: z.unknown() });

/** The combined conditions of all filters: geometries, times, and a test for the other filters. */
interface Narrowed {
  shapes: MultiPolygon[];
  acquired: [from: number, to: number];
  published: [from: number, to: number];
  holds: boolean;
}

const day = 86_400_000;

/** The scenes that a search finds, by the filters of https://docs.planet.com/develop/apis/data/items/ that Furrow uses. @throws Refused for others */
export function found(filter: unknown, now: number): MadeScene[] {
  const narrowed: Narrowed = { shapes: [], acquired: [now - 30 * day, now], published: [0, now], holds: true };
  narrow(filter, narrowed);
  const [around] = narrowed.shapes;
  const box = around && boundsOf(around.coordinates);
  // A search of the whole earth is limited to one location.
  const scenes = scenesIn(box ?? [15.5, 45.5, 15.6, 45.6], narrowed.acquired, now);
  const [from, to] = narrowed.published;
  return scenes.filter(
    (scene) =>
      narrowed.holds &&
      scene.published >= from &&
      scene.published <= to &&
      narrowed.shapes.every((one) => meets(scene, one)),
  );
}

function narrow(filter: unknown, into: Narrowed): void {
  const { data } = anyFilter.safeParse(filter);
  if (!data) throw new Refused('filter: is not a filter');
  const { type, field_name, config } = data;
  if (type === 'AndFilter') for (const one of z.array(z.unknown()).parse(config)) narrow(one, into);
  else if (type === 'GeometryFilter') into.shapes.push(shapeIn(config));
  else if (type === 'DateRangeFilter' && (field_name === 'acquired' || field_name === 'published')) {
    const { gte, gt, lte, lt } = bounds.parse(config);
    const [from, to] = [gte ?? gt, lte ?? lt];
    if (from !== undefined) into[field_name][0] = Date.parse(from) + (gte === undefined ? 1 : 0);
    if (to !== undefined) into[field_name][1] = Date.parse(to) - (lte === undefined ? 1 : 0);
  } else if (type === 'OrFilter') {
    into.holds &&= z
      .array(anyFilter)
      .parse(config)
      .some((one) => one.type === 'AssetFilter' && hasAsset(one.config));
  } else if (type === 'AssetFilter') into.holds &&= hasAsset(config);
  else if (type === 'StringInFilter' && field_name === 'quality_category')
    into.holds &&= names.parse(config).includes('standard');
  else if (type === 'NotFilter' && stageFilter.safeParse(config).success)
    into.holds &&= !stageFilter.parse(config).config.includes(publishingStage);
  else if (type !== 'PermissionFilter')
    throw new Refused(`filter: the stand-in has no ${type} of ${field_name ?? 'anything'}`);
}

const hasAsset = (config: unknown) => names.parse(config).some((name) => planetAssetTypes.some((one) => one === name));

/**
 * An item in the form of the Data API.
 *
 * @example const features = scenes.map((scene) => itemOf(scene, base));
 */
export function itemOf(scene: MadeScene, base: string): object {
  const self = `${base}/data/v1/item-types/PSScene/items/${scene.id}`;
  const published = new Date(scene.published).toISOString();
  return {
    _links: { _self: self, assets: `${self}/assets/`, thumbnail: `${self}/thumb` },
    _permissions: planetAssetTypes.map((one) => `assets.${one}:download`),
    assets: [...planetAssetTypes],
    geometry: { type: 'Polygon', coordinates: [cornersOf(scene)] },
    id: scene.id,
    properties: {
      acquired: new Date(scene.acquired).toISOString(),
      ...{ published, updated: published },
      ...{ instrument: 'PSB.SD', item_type: 'PSScene', provider: 'planetscope', strip_id: scene.id.slice(0, 8) },
      ...{ gsd: 3.9, pixel_resolution: 3, publishing_stage: publishingStage, quality_category: 'standard' },
      'furrow:pixels_of': scene.crop,
    },
    type: 'Feature',
  };
}
