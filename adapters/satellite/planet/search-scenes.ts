import * as z from 'zod';
import type { Position } from '../../../domain/geometry/multi-polygon.ts';
import type { PlanetAssetType } from '../../../domain/satellite/planet/asset-types.ts';
import type { PlanetScene, PlanetSearch } from '../../../domain/satellite/planet/planet.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { askPlanet, type PlanetWire } from './ask-planet.ts';

export const itemType = 'PSScene';
const preview = 'preview';

/** Planet's maximum for a page. */
const scenesOfPage = 250;
/** Pages of one search: a field is seen once or twice a day, and PlanetScope has been flying since 2014. */
const maxPages = 60;

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number());
const rings = z.array(z.array(position).min(4)).min(1);
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const percent = z.number().min(0).max(100).optional().catch(undefined);

/** The members of an item of the Data API that are read. */
const item = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: rings }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
  ]),
  properties: z.object({
    acquired: moment,
    published: moment,
    publishing_stage: z.string().optional(),
    cloud_percent: percent,
    /** The cloud cover by an older mask, from 0 to 1. */
    cloud_cover: z.number().min(0).max(1).optional().catch(undefined),
  }),
  /** Types of all assets that exist, whether or not the key may download them. */
  assets: z.array(z.string()).optional().catch(undefined),
  /** `assets.ortho_udm2:download`. */
  _permissions: z.array(z.string()),
});

const page = z.object({
  features: z.array(z.unknown()),
  _links: z.object({ _next: z.string().nullish() }).optional(),
});

/**
 * Finds scenes of standard quality that the key may download, oldest publication first. Leaves out previews (`publishing_stage`: preview, standard or
 * finalized), since an order of one is paid for. Follows links to next pages within Planet's origin.
 */
export async function* searchScenes(
  wire: PlanetWire,
  apiKey: string,
  asked: PlanetSearch,
): AsyncGenerator<PlanetScene> {
  const sent = { item_types: [itemType], filter: filterOf(asked) };
  const first = `/data/v1/quick-search?_sort=${encodeURIComponent('published asc')}&_page_size=${scenesOfPage}`;
  let answer = await askPlanet(wire, apiKey, { method: 'POST', to: first, sent, schema: page });
  const seen = new Set<string>();
  while (answer.features.length > 0) {
    yield* scenesOf(answer.features, asked.assetTypes);
    const next = answer._links?._next;
    if (!next) return;
    if (seen.has(next) || seen.size >= maxPages) {
      const fault = seen.has(next) ? 'leads from a page to itself' : `has more than ${maxPages} pages`;
      throw new ProviderProblem('malformed', `Planet’s answer to a search for scenes ${fault}.`);
    }
    seen.add(next);
    answer = await askPlanet(wire, apiKey, { to: next, schema: page });
  }
}

/** Tests a key by a search for one scene. @throws ProviderProblem where Planet does not answer it. */
export async function tryKey(wire: PlanetWire, apiKey: string): Promise<void> {
  const filter = { type: 'PermissionFilter', config: ['assets:download'] };
  const sent = { item_types: [itemType], filter };
  await askPlanet(wire, apiKey, { method: 'POST', to: '/data/v1/quick-search?_page_size=1', sent, schema: page });
}

function filterOf({ geometry, from, publishedAfter, assetTypes }: PlanetSearch): object {
  const since = (field_name: string, gte: string) => ({ type: 'DateRangeFilter', field_name, config: { gte } });
  return {
    type: 'AndFilter',
    config: [
      { type: 'GeometryFilter', field_name: 'geometry', config: geometry },
      since('acquired', from),
      ...(publishedAfter === undefined ? [] : [since('published', publishedAfter)]),
      { type: 'StringInFilter', field_name: 'quality_category', config: ['standard'] },
      // A list of allowed stages would leave out scenes of early years, which may have no stage.
      { type: 'NotFilter', config: { type: 'StringInFilter', field_name: 'publishing_stage', config: [preview] } },
      { type: 'PermissionFilter', config: ['assets:download'] },
      { type: 'OrFilter', config: assetTypes.map((one) => ({ type: 'AssetFilter', config: [one] })) },
    ],
  };
}

/** @throws ProviderProblem where no item can be read. Single items that cannot be read are left out, as are scenes without any of the assets. */
function scenesOf(features: readonly unknown[], assetTypes: readonly PlanetAssetType[]): PlanetScene[] {
  const items = features.map((one) => item.safeParse(one).data);
  if (items.every((one) => one === undefined)) {
    throw new ProviderProblem('malformed', 'Planet answered scenes of which none can be read.');
  }
  return items.flatMap((one) => {
    if (!one) return [];
    const { id, geometry, properties, assets: existing = [], _permissions } = one;
    const assets = assetTypes.filter((asset) => _permissions.includes(`assets.${asset}:download`));
    if (assets.length === 0 || properties.publishing_stage === preview) return [];
    const isComplete = assetTypes.every((asset) => assets.includes(asset) || existing.includes(asset));
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const flat = ([longitude, latitude]: readonly number[]) => [longitude, latitude] as Position;
    const { cloud_percent: stated, cloud_cover: share } = properties;
    const cloudPercent = stated ?? (share === undefined ? undefined : share * 100);
    return {
      ...{ id, date: properties.acquired, published: properties.published, assets, isComplete },
      footprint: { type: 'MultiPolygon', coordinates: polygons.map((each) => each.map((ring) => ring.map(flat))) },
      ...(cloudPercent !== undefined && { cloudPercent }),
    };
  });
}
