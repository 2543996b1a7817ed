import * as z from 'zod';
import type { ControlRoute } from '../server/control.ts';
import type { Grants } from '../server/grants.ts';
import { tokenRoute, worldRoutes } from '../server/world-routes.ts';
import { deliver, type Happening } from './event-deliveries.ts';
import { stateOf } from './event-subscriptions.ts';
import { firstDelivery } from './first-world.ts';
import { type CollectionName, collections, type DeereWorld } from './world.ts';

const stateSchema = z.strictObject({ isNothingSelected: z.boolean() });
const eventsSchema = z.strictObject({
  events: z
    .array(
      z.strictObject({ eventTypeId: z.string(), resource: z.string(), metadata: z.record(z.string(), z.string()) }),
    )
    .max(10_000),
});

/** Which event a change of a collection is, and where it is. */
const eventOf: Record<CollectionName, { type: string; path(item: Record<string, unknown>): string }> = {
  organizations: { type: 'organization', path: ({ id }) => `/organizations/${id}` },
  clients: { type: 'client', path: ({ id, organizationId }) => `/organizations/${organizationId}/clients/${id}` },
  farms: { type: 'farm', path: ({ id, organizationId }) => `/organizations/${organizationId}/farms/${id}` },
  fields: { type: 'field', path: ({ id, organizationId }) => `/organizations/${organizationId}/fields/${id}` },
  boundaries: {
    type: 'boundary',
    path: ({ id, organizationId, fieldId }) => `/organizations/${organizationId}/fields/${fieldId}/boundaries/${id}`,
  },
  operations: { type: 'fieldOperation', path: ({ id }) => `/fieldOperations/${id}` },
  files: { type: 'file', path: ({ id }) => `/files/${id}` },
  equipment: { type: 'equipment', path: ({ id }) => `/equipment/${id}` },
  operators: { type: 'operator', path: ({ id, organizationId }) => `/organizations/${organizationId}/operators/${id}` },
};

/** What the control changes in this world. Changes are kept as events until they are sent. */
export function deereControl(world: DeereWorld, grants: Grants, platform: string, now: () => number): ControlRoute[] {
  const happened: Happening[] = [];
  const note = (name: CollectionName, item: Record<string, unknown>) => {
    const { type, path } = eventOf[name];
    const { organizationId, fieldId, type: kind, cropSeason } = item;
    const metadata = {
      orgId: organizationId ?? item.id,
      fieldId,
      ...(name === 'operations' && { fieldOperationType: kind, cropSeason }),
    };
    const said = Object.entries(metadata).filter(([, value]) => value !== undefined);
    happened.push({
      eventTypeId: type,
      resource: path(item),
      metadata: Object.fromEntries(said.map(([key, value]) => [key, String(value)])),
    });
  };
  return [
    ...worldRoutes({ collections, world, changed: note }),
    // { isNothingSelected } -> {}: whether the grower has selected any organization for the application.
    {
      method: 'PUT',
      path: '/control/state',
      run(body) {
        world.isNothingSelected = stateSchema.parse(body).isNothingSelected;
        return {};
      },
    },
    tokenRoute(grants),
    // { events: [{ eventTypeId, resource, metadata }] } -> {}: events besides those of changes.
    {
      method: 'POST',
      path: '/control/events',
      run(body) {
        happened.push(...eventsSchema.parse(body).events);
        return {};
      },
    },
    // {} -> { items }: all subscriptions, also those that have ended.
    {
      method: 'GET',
      path: '/control/subscriptions',
      run: () => ({
        items: [...world.subscriptions.values()].map((one) => ({ ...one, status: stateOf(one, now()) })),
      }),
    },
    // {} -> {}: forgets subscriptions, and how deliveries are to be.
    {
      method: 'DELETE',
      path: '/control/subscriptions',
      run() {
        world.subscriptions.clear();
        Object.assign(world.delivery, firstDelivery);
        return {};
      },
    },
    // {} -> how deliveries are.
    { method: 'GET', path: '/control/delivery', run: () => world.delivery },
    // {} -> { delivered: [{ uri, events, status? }] }: sends the events since the last time to those who subscribed.
    {
      method: 'POST',
      path: '/control/deliveries',
      run: async () => ({ delivered: await deliver(world, happened.splice(0), platform, now()) }),
    },
  ];
}
