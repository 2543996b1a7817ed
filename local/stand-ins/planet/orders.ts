import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { PlanetAssetType } from '../../../domain/satellite/planet/asset-types.ts';
import { type MadeScene, meets, sceneNamed } from './scenes.ts';
import { Refused, shapeIn } from './search.ts';

export interface MadeOrder {
  id: string;
  name: string;
  apiKey: string;
  /** Milliseconds since 1970. */
  created: number;
  scene: MadeScene;
  products: { item_ids: string[]; item_type: string; product_bundle: string }[];
  clip: MultiPolygon;
  isCancelled: boolean;
}

const asked = z.object({
  name: z.string().min(1),
  source_type: z.literal('scenes').optional(),
  products: z
    .array(
      z.object({
        item_ids: z.array(z.string()).length(1),
        item_type: z.literal('PSScene'),
        product_bundle: z.string(),
      }),
    )
    .min(1),
  tools: z.array(z.object({ clip: z.object({ aoi: z.unknown() }) })).length(1),
});

const bundles: Record<string, readonly PlanetAssetType[]> = {
  analytic_8b_sr_udm2: ['ortho_analytic_8b_sr', 'ortho_analytic_8b_xml', 'ortho_udm2'],
  analytic_8b_udm2: ['ortho_analytic_8b', 'ortho_analytic_8b_xml', 'ortho_udm2'],
  visual: ['ortho_visual'],
};

/** Creates an order. @throws Refused for an order that Planet would not accept. */
export function newOrder(body: unknown, apiKey: string, now: number): MadeOrder {
  const { data, error } = asked.safeParse(body);
  if (!data) throw new Refused(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const { name, products, tools } = data;
  const [id = ''] = products[0]?.item_ids ?? [];
  const scene = sceneNamed(id, now);
  if (!scene || products.some(({ product_bundle, item_ids }) => !bundles[product_bundle] || item_ids[0] !== id)) {
    throw new Refused(`no access to assets: PSScene/${id}/[${products.map((one) => one.product_bundle).join()}]`);
  }
  const clip = shapeIn(tools[0]?.clip.aoi);
  return { id: randomUUID(), name, apiKey, created: now, scene, products, clip, isCancelled: false };
}

/** How long orders are queued and running, in milliseconds. */
const queuedFor = 5_000;
const runningFor = 15_000;
const linksLast = 86_400_000;

/**
 * The state of an order at a time in milliseconds since 1970, such as `running`.
 *
 * @example const isQueued = stateOf(order, now) === 'queued';
 */
export function stateOf({ created, isCancelled, scene, clip }: MadeOrder, now: number): string {
  if (isCancelled) return 'cancelled';
  if (now < created + queuedFor) return 'queued';
  if (now < created + queuedFor + runningFor) return 'running';
  return meets(scene, clip) ? 'success' : 'failed';
}

const fileNames: Record<PlanetAssetType, string> = {
  ortho_analytic_8b_sr: '3B_AnalyticMS_SR_8b_clip.tif',
  ortho_analytic_8b: '3B_AnalyticMS_8b_clip.tif',
  ortho_analytic_8b_xml: '3B_AnalyticMS_8b_metadata_clip.xml',
  ortho_visual: '3B_Visual_clip.tif',
  ortho_udm2: '3B_udm2_clip.tif',
};

/** The content of a signed URL of a file. */
const tokenSchema = z.object({
  order: z.string(),
  asset: z.enum(Object.keys(fileNames) as PlanetAssetType[]),
  until: z.number(),
});

/** An order as Planet shows it. Files get new URLs each time, and only in the response for a single order. */
export function orderDocument(order: MadeOrder, base: string, now: number, isWhole: boolean): object {
  const state = stateOf(order, now);
  const until = now + linksLast;
  const assets = new Set(order.products.flatMap(({ product_bundle }) => bundles[product_bundle] ?? []));
  const results = [...assets].map((asset) => {
    const token = Buffer.from(JSON.stringify({ order: order.id, asset, until } satisfies z.infer<typeof tokenSchema>));
    return {
      delivery: 'success',
      expires_at: new Date(until).toISOString(),
      location: `${base}/compute/ops/download/?token=${token.toString('base64url')}`,
      name: `${order.id}/PSScene/${order.scene.id}_${fileNames[asset]}`,
    };
  });
  const created = new Date(order.created).toISOString();
  return {
    _links: { _self: `${base}/compute/ops/orders/v2/${order.id}`, ...(isWhole && state === 'success' && { results }) },
    ...{ created_on: created, last_modified: created, error_hints: [], id: order.id, name: order.name },
    last_message: state === 'failed' ? 'Clip AOI does not intersect the items' : '',
    ...{ order_type: 'partial', products: order.products, source_type: 'scenes', state },
  };
}

/** Reads the signed URL of a file; undefined if it is invalid or expired. */
export function fileAsked(token: string, now: number): { order: string; asset: PlanetAssetType } | undefined {
  try {
    const { data } = tokenSchema.safeParse(JSON.parse(Buffer.from(token, 'base64url').toString()));
    return data && data.until > now ? data : undefined;
  } catch {
    return undefined;
  }
}
