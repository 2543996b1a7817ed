import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { PushProvider, PushTarget } from '../../../domain/sync/push-provider.ts';
import type { OpenAccount } from '../account.ts';
import { jsonOf, nothing } from '../transport/expects.ts';
import { problemOf, valueIn } from '../transport/problem-of.ts';
import { axiom, deereList, untold } from './lists.ts';

const name = 'John Deere';
/** The most events that a delivery may have. */
const maxBatchSize = 256;

const deliverySchema = z.looseObject({ authorizationHeaderValue: z.string().nullish() });
const subscriptionSchema = z.looseObject({
  id: providerIdSchema,
  eventTypeId: z.string().default(''),
  targetEndpoint: z.looseObject({ uri: z.string().default('') }).optional(),
  status: z.string().default(''),
});

/** Subscriptions of an account of John Deere Operations Center to events. */
export function deereSubscriptions(account: OpenAccount): PushProvider {
  return {
    async authorization(wanted) {
      const set = await delivery(account);
      if (set) return set;
      await send(account, 'PATCH', '/eventSubscriptionDelivery', {
        ...{ authorizationHeaderValue: wanted, maxBatchSize, status: 'Active' },
      });
      // Another account of the application may have set one at the same moment.
      return (await delivery(account)) || wanted;
    },

    async subscribe(target) {
      const known = new Map<string, string>();
      for await (const { id, eventTypeId, targetEndpoint, status } of deereList(
        account,
        '/eventSubscriptions',
        subscriptionSchema,
        untold,
      )) {
        const isOwn = targetEndpoint?.uri.startsWith(target.ownUrls) === true && status !== 'Terminated';
        if (isOwn && !known.has(eventTypeId)) known.set(eventTypeId, id);
      }
      for (const eventTypeId of target.eventTypes)
        await subscribeTo(account, target, eventTypeId, known.get(eventTypeId));
    },

    note: (message) => account.transport.note(message),
    close: () => account.transport.flush(),
  };
}

/** Whether a subscription that has expired can be renewed is not documented: if not, another one is created. */
async function subscribeTo(
  account: OpenAccount,
  { url, token }: PushTarget,
  eventTypeId: string,
  id: string | undefined,
): Promise<void> {
  const subscription = {
    ...{ eventTypeId, filters: [], targetEndpoint: { targetType: 'https', uri: url } },
    ...{ status: 'Active', displayName: `Furrow: ${eventTypeId}`, token },
  };
  try {
    if (id === undefined) await send(account, 'POST', '/eventSubscriptions', subscription);
    else await send(account, 'PUT', `/eventSubscriptions/${encodeURIComponent(id)}`, { ...subscription, id });
  } catch (problem) {
    const mayBeCreated = problem instanceof ProviderProblem && ['missing', 'malformed'].includes(problem.kind);
    if (id === undefined || !mayBeCreated) throw problem;
    await send(account, 'POST', '/eventSubscriptions', subscription);
  }
}

async function delivery({ transport, api }: OpenAccount): Promise<string | undefined> {
  const url = new URL(`${api}/eventSubscriptionDelivery`);
  const outcome = await transport.send({ url, headers: { accept: axiom }, expects: jsonOf(deliverySchema) });
  return valueIn(name, outcome).authorizationHeaderValue || undefined;
}

async function send(
  { transport, api }: OpenAccount,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  document: object,
): Promise<void> {
  const outcome = await transport.send({
    ...{ method, url: new URL(`${api}${path}`), headers: { accept: axiom }, expects: nothing },
    body: { bytes: Buffer.from(JSON.stringify(document)), contentType: axiom },
  });
  if (outcome.kind === 'failed') throw problemOf(outcome.failure);
}
