import * as z from 'zod';
import type { OrderState, PlanetFile, PlanetOrder } from '../../../domain/satellite/planet/planet.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { askPlanet, type PlanetWire } from './ask-planet.ts';
import { assetTypeOf, bundlesOf } from './bundles.ts';
import { messageOf } from './planet-message.ts';
import { itemType } from './search-scenes.ts';

const path = '/compute/ops/orders/v2';
/** Pages of orders with one name. More are only needed if Planet ignores the name in the query. */
const maxPages = 40;

const order = z.object({ id: z.uuid(), name: z.string().optional(), state: z.string() });
const list = z.object({ orders: z.array(z.unknown()), _links: z.object({ next: z.string().nullish() }).optional() });

const result = z.object({
  name: z.string().max(500),
  location: z.url().max(10_000),
  delivery: z.string().optional(),
  expires_at: z.iso.datetime({ offset: true }),
});
const details = order.extend({
  last_message: z.string().nullish().catch(undefined),
  error_hints: z.array(z.string()).nullish().catch(undefined),
  _links: z.object({ results: z.array(z.unknown()).nullish() }).optional(),
});

/** Final states of orders that cost nothing. */
const lost = ['failed', 'cancelled'];
const delivered = ['success', 'partial'];

/**
 * Returns the id of the order with a name, or places it if there is none that is running or delivered. An order whose response was lost is found the next time.
 */
export async function orderOnce(wire: PlanetWire, apiKey: string, asked: PlanetOrder): Promise<string> {
  const { name, sceneId, assetTypes, clip } = asked;
  const known = await findOrder(wire, apiKey, name);
  if (known !== undefined) return known;
  const product = (product_bundle: string) => ({ item_ids: [sceneId], item_type: itemType, product_bundle });
  const sent = {
    name,
    source_type: 'scenes',
    // If one of several bundles fails, the others are delivered.
    order_type: 'partial',
    products: bundlesOf(assetTypes).map(product),
    tools: [{ clip: { aoi: clip } }],
  };
  try {
    return (await askPlanet(wire, apiKey, { method: 'POST', to: path, sent, schema: order })).id;
  } catch (error) {
    if (!(error instanceof ProviderProblem && error.kind === 'malformed' && error.answered)) throw error;
    // Another attempt would fail in the same way: the scene lacks an asset, or the account has no access to it.
    throw new ProviderProblem('forbidden', `Planet does not take the order: ${error.answered}`, { cause: error });
  }
}

async function findOrder(wire: PlanetWire, apiKey: string, name: string): Promise<string | undefined> {
  let to: string | null | undefined =
    `${path}?name=${encodeURIComponent(name)}&sort_by=${encodeURIComponent('created_on DESC')}`;
  for (let pages = 0; to; pages += 1) {
    if (pages >= maxPages) throw new ProviderProblem('malformed', 'Planet’s list of orders has no end.');
    const answer: z.infer<typeof list> = await askPlanet(wire, apiKey, { to, schema: list });
    const orders = answer.orders.flatMap((one) => order.safeParse(one).data ?? []);
    const found = orders.find((one) => one.name === name && !lost.includes(one.state));
    if (found) return found.id;
    to = answer._links?.next;
  }
  return undefined;
}

/** The state of an order. Each call gives files new URLs, which are valid for some hours. */
export async function orderState(wire: PlanetWire, apiKey: string, orderId: string): Promise<OrderState> {
  const to = `${path}/${encodeURIComponent(orderId)}`;
  const { state, last_message, error_hints, _links } = await askPlanet(wire, apiKey, { to, schema: details });
  if (lost.includes(state)) {
    const said = messageOf([last_message, ...(error_hints ?? [])].filter(Boolean).join('; '), apiKey);
    return { state: 'failed', reason: `Planet’s order ended as ${state}${said ? `: ${said}` : '.'}` };
  }
  if (!delivered.includes(state)) return { state: 'running' };
  const files = new Map<string, PlanetFile>();
  for (const one of _links?.results ?? []) {
    const { data } = result.safeParse(one);
    const assetType = data && assetTypeOf(data.name);
    if (!assetType || files.has(assetType) || (data.delivery ?? 'success') !== 'success') continue;
    const { name, location, expires_at } = data;
    files.set(assetType, { assetType, name, href: location, expiresAt: new Date(expires_at).toISOString() });
  }
  if (files.size === 0) return { state: 'failed', reason: 'Planet’s order has no file of which images are made.' };
  return { state: 'delivered', files: [...files.values()] };
}

export async function cancelOrder(wire: PlanetWire, apiKey: string, orderId: string): Promise<void> {
  try {
    await askPlanet(wire, apiKey, { method: 'PUT', to: `${path}/${encodeURIComponent(orderId)}`, schema: z.unknown() });
  } catch (error) {
    // 409: the order is running or has ended. 404: it does not exist any more.
    if (error instanceof ProviderProblem && ['malformed', 'missing'].includes(error.kind)) return;
    throw error;
  }
}
