import * as z from 'zod';
import { jsonOf, type SandboxAnswer } from '../server/exchange.ts';
import { axiomType, done, found, problem, refuse, unknown } from './answers.ts';
import { type Call, type DeereRoute, route } from './call.ts';
import { list } from './lists.ts';
import type { Subscription } from './world.ts';

/** Types of events that a change of the world causes. */
export const eventTypes = [
  'fieldOperation',
  'field',
  'boundary',
  'client',
  'farm',
  'file',
  'operator',
  'equipment',
  'organization',
  'heartbeat',
];

/** How long a subscription is active before it must be renewed: the provider does not say. */
const activeMilliseconds = 30 * 86_400_000;

const subscriptionSchema = z.looseObject({
  eventTypeId: z.string(),
  filters: z.array(z.looseObject({ key: z.string(), values: z.array(z.string()) })).default([]),
  targetEndpoint: z.looseObject({ targetType: z.string(), uri: z.url() }),
  status: z.enum(['Active', 'Terminated']).default('Active'),
  displayName: z.string().optional(),
  token: z
    .string()
    .regex(/^[A-Za-z0-9+/=]{0,256}$/)
    .optional(),
});
const deliverySchema = z.looseObject({
  authorizationHeaderValue: z.string().max(4096).optional(),
  concurrentDeliveries: z.int().min(1).max(10).optional(),
  maxBatchSize: z.int().min(1).max(256).optional(),
  status: z.enum(['Active', 'Paused']).optional(),
});

export const eventSubscriptionRoutes: DeereRoute[] = [
  route('GET', '/eventTypes', 'eventTypes', [], (call) =>
    list(
      call,
      eventTypes.map((name) => ({ '@type': 'EventType', name })),
      false,
    ),
  ),
  route('GET', '/eventSubscriptions', 'subscriptions', [], (call) =>
    list(
      call,
      [...call.world.subscriptions.values()].map((one) => document(call, one, true)),
      false,
    ),
  ),
  route('POST', '/eventSubscriptions', 'createSubscription', [], (call) => {
    const id = call.uuid(`subscription ${call.world.nextNumber()}`);
    const subscription = { ...given(call), id, clientKey: call.grant.clientId, expires: call.now + activeMilliseconds };
    call.world.subscriptions.set(id, subscription);
    const uri = `${call.platform}/eventSubscriptions/${id}`;
    return {
      status: 201,
      headers: { location: uri, 'content-type': axiomType },
      body: document(call, subscription, false),
    };
  }),
  route('GET', '/eventSubscriptions/{subscription}', 'subscription', [], (call) =>
    found(document(call, ownSubscription(call), true)),
  ),
  route('PUT', '/eventSubscriptions/{subscription}', 'changeSubscription', [], (call) => {
    Object.assign(ownSubscription(call), given(call), { expires: call.now + activeMilliseconds });
    return done;
  }),
  route('GET', '/eventSubscriptionDelivery', 'delivery', [], (call) => found(deliveryDocument(call))),
  route('PATCH', '/eventSubscriptionDelivery', 'changeDelivery', [], (call) => {
    const { data, error } = deliverySchema.safeParse(jsonOf(call));
    if (!data) return invalid(error);
    Object.assign(call.world.delivery, data);
    return done;
  }),
];

/** Links of subscriptions have no `@type`. */
const link = (rel: string, uri: string) => ({ rel, uri });

const ownSubscription = ({ world, parameters }: Call): Subscription =>
  world.subscriptions.get(parameters.subscription ?? '') ?? unknown('event subscription');

/** @throws Refusal with 400 for a body of another form. */
function given(call: Call): Omit<Subscription, 'id' | 'clientKey' | 'expires'> {
  const { data, error } = subscriptionSchema.safeParse(jsonOf(call));
  if (!data) return refuse(400, ...invalidValues(error));
  if (!eventTypes.includes(data.eventTypeId)) {
    return refuse(400, { message: 'eventTypeId is unknown.', field: 'eventTypeId', invalidValue: data.eventTypeId });
  }
  const { eventTypeId, filters, targetEndpoint, status, displayName, token } = data;
  return { eventTypeId, filters, targetEndpoint, status, displayName, token };
}

const invalidValues = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => ({ message, field: path.join('.'), code: '400' }));
const invalid = (error: z.ZodError): SandboxAnswer => problem(400, ...invalidValues(error));

/** A subscription with the state that it has now. */
export function stateOf({ status, expires }: Subscription, now: number): Subscription['status'] {
  return status === 'Active' && expires <= now ? 'Expired' : status;
}

function document({ platform, now }: Call, subscription: Subscription, isListed: boolean) {
  const { id, eventTypeId, filters, targetEndpoint, displayName, token, clientKey } = subscription;
  return {
    ...{ id, eventTypeId, filters, targetEndpoint, status: stateOf(subscription, now), clientKey },
    ...(displayName !== undefined && { displayName }),
    ...(token !== undefined && { token }),
    links: [
      ...(isListed ? [link('user', `${platform}/users/sandbox-grower`)] : []),
      link('self', `${platform}/eventSubscriptions/${id}`),
    ],
  };
}

function deliveryDocument({ platform, world, grant }: Call) {
  return {
    ...world.delivery,
    clientKey: grant.clientId,
    links: [link('self', `${platform}/eventSubscriptionDelivery`)],
  };
}
