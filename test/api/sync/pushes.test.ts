import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import { limits } from '../../../domain/limits.ts';
import { advance, cloud, control, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { filesOf, roundEnded } from './fetched-files.ts';
import { ownFarm } from './own-farm.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';

const owner = await freshOwner();
useSandboxes();
const farm = await ownFarm('7392');

const key = 'JohnDeere';
/** A field whose name the tests change. */
const field = '/world/fields/pushed-field';

interface Subscription {
  id: string;
  eventTypeId: string;
  status: string;
  token: string;
  targetEndpoint: { uri: string };
}

/** Functions that know the public address of the service, which is here that of the gateway on this machine. */
const addressed = cloud.endpoints.functions.filter(({ environment }) => environment.PUBLIC_ADDRESS !== undefined);
const setAddress = async (PUBLIC_ADDRESS: string) => {
  for (const { name } of addressed) await control('POST', `/functions/${name}/variables`, { PUBLIC_ADDRESS });
};

beforeAll(async () => {
  await setAddress(cloud.baseUrl);
  const first = await controlSandbox<{ items: { id: string }[] }>(key, 'GET', '/world/fields');
  await controlSandbox(key, 'PUT', field, { ...first.items[0], id: 'pushed-field', name: 'Before' });
});
afterAll(async () => {
  await setAddress('');
  await controlSandbox(key, 'DELETE', field);
  await controlSandbox(key, 'DELETE', '/subscriptions');
});

async function grower(by = owner): Promise<string> {
  const { id } = await freshUser(by);
  await sandboxCredential(by, id, key);
  await idle();
  return id;
}

const subscriptions = async () =>
  (await controlSandbox<{ items: Subscription[] }>(key, 'GET', '/subscriptions')).items.filter(
    ({ status }) => status === 'Active',
  );
const delivery = () => controlSandbox<{ authorizationHeaderValue: string }>(key, 'GET', '/delivery');

/** The subscription of a user, found by the one that was not there before. */
async function subscribedGrower(by = owner) {
  const known = new Set((await subscriptions()).map(({ id }) => id));
  const svcUserId = await grower(by);
  const [subscription] = (await subscriptions()).filter(({ id }) => !known.has(id));
  if (!subscription) throw new Error('there is no new subscription');
  return { svcUserId, subscription };
}

const change = (name: string) => controlSandbox(key, 'PUT', field, { name });
const deliver = async () =>
  (await controlSandbox<{ delivered: { status?: number }[] }>(key, 'POST', '/deliveries')).delivered;
/** Has the sandbox notify of a piece of work. */
const happen = (operation: string) =>
  controlSandbox(key, 'POST', '/events', {
    events: [{ eventTypeId: 'fieldOperation', resource: `/fieldOperations/${operation}`, metadata: { orgId: '1234' } }],
  });

const name = async (svcUserId: string) => {
  const { body } = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`);
  return body.find(({ providerFieldId }) => providerFieldId === 'pushed-field')?.name;
};

/** How many rounds have asked for organizations. */
const rounds = async () =>
  (await controlSandbox<{ kinds: Record<string, number> }>(key, 'GET', '/calls')).kinds.organizations ?? 0;

async function settled(): Promise<void> {
  await advance({ seconds: 6 });
  await idle();
}

/** Posts a batch as the provider would. */
async function post(uri: string, events: unknown, authorization?: string) {
  const response = await fetch(uri, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(events),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

test('a credential subscribes, and an event brings a changed field without a scheduled round', async () => {
  await change('Before');
  const { svcUserId, subscription } = await subscribedGrower();
  expect(subscription).toMatchObject({ eventTypeId: 'fieldOperation', status: 'Active' });
  expect(subscription.targetEndpoint.uri).toMatch(new RegExp(`^${cloud.baseUrl}/services/push/api/john-deere/`));
  expect((await delivery()).authorizationHeaderValue).toMatch(/^Bearer .{40,}/);
  expect(await name(svcUserId)).toBe('Before');
  await change('After');
  const { uri } = subscription.targetEndpoint;
  const { authorizationHeaderValue } = await delivery();
  const changed = { eventTypeId: 'field', token: subscription.token, targetResource: 'fields/pushed-field' };
  expect((await post(uri, [changed], authorizationHeaderValue)).status).toBe(202);
  expect(await name(svcUserId)).toBe('Before');
  await settled();
  expect(await name(svcUserId)).toBe('After');
});

test('an event of a field operation has its own lists read, and nothing else', async () => {
  // Growers of other tests follow the same organization, and would have rounds of their own.
  await controlSandbox(key, 'DELETE', '/subscriptions');
  const svcUserId = await farm.user(owner);
  await deliver();
  await farm.operation('pushed-work', { sample: 'harvest-of-jen-3' });
  await controlSandbox(key, 'DELETE', '/calls');
  await happen('pushed-work');
  await happen('pushed-work');
  await happen('unheard-of');
  const answered = (await deliver()).map(({ status }) => status);
  expect(answered).toContain(202);
  await settled();
  await roundEnded();
  const found = await filesOf(owner, svcUserId, '&providerFileId=pushed-work');
  expect(found).toMatchObject([{ status: 'processed', operationType: 'harvested' }]);
  const { kinds } = await controlSandbox<{ kinds: Record<string, number> }>(key, 'GET', '/calls');
  expect(kinds).toMatchObject({ operation: expect.any(Number), operations: 1, files: 1 });
  for (const other of ['organizations', 'fields', 'clients', 'farms', 'boundaries']) {
    expect(kinds[other]).toBeUndefined();
  }
}, 120_000);

test('work on a field that is not known yet has a round begin', async () => {
  const svcUserId = await farm.user(owner, { operationsAutoSync: true });
  await deliver();
  const { fieldId } = farm;
  const first = await controlSandbox<{ items: { id: string }[] }>(key, 'GET', '/world/fields');
  const template = first.items.find(({ id }) => id === fieldId);
  await controlSandbox(key, 'PUT', '/world/fields/new-field-7392', { ...template, id: 'new-field-7392', name: 'New' });
  try {
    await farm.operation('work-on-new', { sample: 'harvest-of-jen-3' }, { fieldId: 'new-field-7392' });
    await happen('work-on-new');
    await deliver();
    await settled();
    // The sweep of the next minute has the round begin.
    await advance({ minutes: 2 });
    await roundEnded();
    const { body } = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`);
    expect(body.map(({ providerFieldId }) => providerFieldId)).toContain('new-field-7392');
    expect(await filesOf(owner, svcUserId, '&providerFileId=work-on-new')).toMatchObject([{ status: 'processed' }]);
  } finally {
    await controlSandbox(key, 'DELETE', '/world/operations/work-on-new');
    await controlSandbox(key, 'DELETE', '/world/fields/new-field-7392');
  }
}, 120_000);

test('many events, and a delivery that is repeated, make one round', async () => {
  const { subscription } = await subscribedGrower();
  const { uri } = subscription.targetEndpoint;
  const { authorizationHeaderValue } = await delivery();
  const event = { eventTypeId: 'fieldOperation', token: subscription.token, clientKey: 'k', metadata: [], links: [] };
  const batch = Array.from({ length: limits.pushEvents }, (_, id) => ({ ...event, targetResource: `${id}` }));
  const before = await rounds();
  for (let times = 0; times < 3; times += 1) {
    expect(await post(uri, batch, authorizationHeaderValue)).toMatchObject({ status: 202, body: undefined });
  }
  await settled();
  expect(await rounds()).toBe(before + 1);
  expect((await post(uri, [event], authorizationHeaderValue)).status).toBe(202);
  await settled();
  expect(await rounds()).toBe(before + 2);
  expect((await post(uri, [{ ...event, eventTypeId: 'heartbeat' }], authorizationHeaderValue)).status).toBe(202);
  await settled();
  expect(await rounds()).toBe(before + 2);
});

test('wrong secrets look alike, and begin nothing', async () => {
  const { subscription } = await subscribedGrower();
  const { subscription: other } = await subscribedGrower(await freshOwner());
  const { uri } = subscription.targetEndpoint;
  const { authorizationHeaderValue } = await delivery();
  const event = { eventTypeId: 'fieldOperation', token: subscription.token };
  const before = await rounds();
  const swapped = `${uri.slice(0, -43)}${other.targetEndpoint.uri.slice(-43)}`;
  const answers = [
    await post(uri, [event], 'Bearer wrong'),
    await post(uri, [event]),
    await post(uri, [{ ...event, token: other.token }], authorizationHeaderValue),
    await post(uri, [{ eventTypeId: 'fieldOperation' }], authorizationHeaderValue),
    await post(other.targetEndpoint.uri, [event], authorizationHeaderValue),
    await post(swapped, [event], authorizationHeaderValue),
    await post(`${uri.slice(0, -1)}${uri.endsWith('A') ? 'B' : 'A'}`, [event], authorizationHeaderValue),
    await post(`${cloud.baseUrl}/services/push/api/john-deere/x`, [event], authorizationHeaderValue),
  ];
  const details = answers.map((answer) => expectProblem(answer as never, 404, 'pushSubscriptionNotFound').detail);
  expect(new Set(details).size).toBe(1);
  await settled();
  expect(await rounds()).toBe(before);
});

test('a batch that is too long, too large or no batch is refused', async () => {
  const { subscription } = await subscribedGrower();
  const { uri } = subscription.targetEndpoint;
  const event = { eventTypeId: 'fieldOperation', token: subscription.token };
  const tooMany = Array.from({ length: limits.pushEvents + 1 }, () => event);
  expectProblem((await post(uri, tooMany)) as never, 400);
  expectProblem((await post(uri, { events: [event] })) as never, 400);
  const large = Array.from({ length: 200 }, () => ({ ...event, metadata: 'x'.repeat(6_000) }));
  expectProblem((await post(uri, large)) as never, 413, 'tooLarge');
});

test('subscriptions are renewed every day with new secrets, and end with the credential', async () => {
  const { svcUserId, subscription } = await subscribedGrower();
  const { authorizationHeaderValue } = await delivery();
  const round = async () => {
    await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
    await idle();
  };
  const now = async () => (await subscriptions()).find(({ id }) => id === subscription.id) as Subscription;
  await round();
  expect(await now()).toEqual(subscription);
  await advance({ minutes: 21 * 60 });
  await round();
  const renewed = await now();
  expect(renewed.token).not.toBe(subscription.token);
  expect(renewed.targetEndpoint.uri).not.toBe(subscription.targetEndpoint.uri);
  const event = { eventTypeId: 'fieldOperation', token: renewed.token };
  const post1 = () => post(renewed.targetEndpoint.uri, [event], authorizationHeaderValue);
  expect((await post1()).status).toBe(202);
  // One that was on its way while the subscription was renewed.
  const late = { ...event, token: subscription.token };
  expect((await post(subscription.targetEndpoint.uri, [late], authorizationHeaderValue)).status).toBe(202);
  await settled();
  const credential = `/services/usermanagement/api/users/${svcUserId}/john-deere-credentials`;
  expect((await owner.call('DELETE', credential)).status).toBe(204);
  expectProblem((await post1()) as never, 404, 'pushSubscriptionNotFound');
});

test('a service without a public address says so in the log of the credential, and creates no subscription', async () => {
  await setAddress('');
  try {
    const before = (await subscriptions()).length;
    const svcUserId = await grower();
    expect((await subscriptions()).length).toBe(before);
    const log = await owner.get<{ message?: string }[]>(
      `/services/usermanagement/api/users/${svcUserId}/john-deere-credentials/events`,
    );
    const said = log.body.filter(({ message }) => message?.includes('no public address'));
    expect(said).toHaveLength(1);
  } finally {
    await setAddress(cloud.baseUrl);
  }
});
