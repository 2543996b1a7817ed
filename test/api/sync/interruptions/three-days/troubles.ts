import { afterAll, beforeAll, expect } from 'vitest';
import type { SyncReason } from '../../../../../domain/integrations/sync-reason.ts';
import type { ProviderKey } from '../../../../../domain/providers/providers.ts';
import { advance, cloud, control, idle } from '../../../cloud.ts';
import { eventsOf } from '../../../machine-files/stored-records.ts';
import type { TestOwner } from '../../../owner.ts';
import { roundEnded } from '../../fetched-files.ts';
import { consent, controlSandbox, useSandboxes } from '../../sandboxes.ts';
import { type SyncStatus, syncPath } from '../../status.ts';

export type Key = 'JohnDeere' | 'ClimateFieldView';
const keys = ['JohnDeere', 'ClimateFieldView'] as const;

/** Directs functions to the sandboxes and tells them the address of the service, so that John Deere can notify it. */
export function useTroubledSandboxes() {
  const sandboxes = useSandboxes();
  const addressed = cloud.endpoints.functions.filter(({ environment }) => environment.PUBLIC_ADDRESS !== undefined);
  const setAddress = async (PUBLIC_ADDRESS: string) => {
    for (const { name } of addressed) await control('POST', `/functions/${name}/variables`, { PUBLIC_ADDRESS });
  };
  beforeAll(() => setAddress(cloud.baseUrl));
  afterAll(async () => {
    await setAddress('');
    await controlSandbox('JohnDeere', 'DELETE', '/subscriptions');
    for (const key of keys) {
      await controlSandbox(key, 'DELETE', '/faults');
      await controlSandbox(key, 'PUT', '/clock', { skewMilliseconds: 0 });
    }
  });
  return sandboxes;
}

/** Has the next calls of a sandbox fail. */
export const fail = (key: Key, ...next: object[]) => controlSandbox(key, 'POST', '/faults', { next });

/** Lets John Deere notify of what has happened, and the round that follows begin. */
export async function notified(): Promise<void> {
  const { delivered } = await controlSandbox<{ delivered: { status?: number }[] }>('JohnDeere', 'POST', '/deliveries');
  expect(delivered.map(({ status }) => status)).toContain(202);
  await advance({ seconds: 6 });
  await idle();
}

/** How many calls a sandbox has had. */
export const calls = async (key: Key) => (await controlSandbox<{ total: number }>(key, 'GET', '/calls')).total;

/** Lets a day pass, and the scheduled rounds of both providers end. */
export async function nextDay(): Promise<void> {
  await advance({ minutes: 24 * 60 - 20 });
  // What is left of an outage has its rounds before a sweep has begun all scheduled ones.
  await idle();
  for (let minutes = 0; minutes < 20; minutes += 2) {
    await advance({ minutes: 2 });
    await idle();
  }
  await roundEnded();
}

/** The last round over a provider, as its owner sees it. */
export async function lastRound(owner: TestOwner, svcUserId: string, key: ProviderKey) {
  const { body } = await owner.get<SyncStatus>(syncPath(svcUserId));
  return body.providers.find(({ provider }) => provider === key)?.lastRound;
}

/** What the owner is told of why nothing comes. */
export async function explained(owner: TestOwner, svcUserId: string, query = ''): Promise<SyncReason[]> {
  const { body } = await owner.get<{ reasons: SyncReason[] }>(`${syncPath(svcUserId)}/explain${query}`);
  return body.reasons;
}

/** How often an event of a type was sent. */
export const told = async (svcUserId: string, type: string) =>
  (await eventsOf(svcUserId)).filter((event) => event.type === type).length;

/** Refresh tokens of a grower of John Deere, and how somebody else ends them. */
export function growersTokens({
  url,
  clientId,
  clientSecret,
}: {
  url: string;
  clientId: string;
  clientSecret: string;
}) {
  const send = async (path: string, form: Record<string, string>) => {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const address = `${url}/oauth2/aus78tnlaysMraFhC1t7/v1/${path}`;
    const { ok } = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { authorization },
    });
    expect(ok).toBe(true);
  };
  return {
    consent: () => consent('JohnDeere'),
    /** The grower takes the consent back. */
    revoke: (token: string) => send('revoke', { token }),
    /** Another client uses a token that is good once. */
    rotate: (refresh_token: string) => send('token', { grant_type: 'refresh_token', refresh_token }),
  };
}
