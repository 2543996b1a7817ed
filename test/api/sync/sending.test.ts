import { afterEach, describe, expect, test } from 'vitest';
import { advance, idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { squareAt } from './connected-user.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';

type Key = 'JohnDeere' | 'ClimateFieldView';
interface State {
  id: string;
  status: string;
  message?: string;
}
interface Item {
  id: string;
  name: string;
  boundaryId: string;
  farmId: string;
  fieldId: string;
  active: boolean;
  polygons: unknown;
}

const owner = await freshOwner();
useSandboxes();
const service = '/services/fields/api';
const items = async (key: Key, collection: string) =>
  (await controlSandbox<{ items: Item[] }>(key, 'GET', `/world/${collection}`)).items;
const fail = (key: Key, ...next: object[]) => controlSandbox(key, 'POST', '/faults', { next });
const keys = ['JohnDeere', 'ClimateFieldView'] as const;

afterEach(async () => {
  for (const key of keys) {
    await controlSandbox(key, 'DELETE', '/faults');
    for (const { id, name } of await items(key, 'fields')) {
      if (/^Sent/.test(name)) await controlSandbox(key, 'DELETE', `/world/fields/${id}`);
    }
  }
});

/** A field of a user with credentials of a provider, whose own fields stay there. */
async function ownField(
  key: Key,
  name: string,
  { geometry = squareAt(10), farm }: { geometry?: object; farm?: string } = {},
) {
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, { fieldsAutoSync: false });
  await sandboxCredential(owner, svcUserId, key);
  const { body } = await owner.post<{ id: number }>(`${service}/users/${svcUserId}/farms`, { name: farm });
  const field = { id: 'mine', name, geometry, ...(farm !== undefined && { farmId: body.id }) };
  const { status } = await owner.post(`${service}/users/${svcUserId}/fields`, field);
  if (status !== 201) throw new Error(`the field was answered with ${status}`);
  await idle();
  const path = `${service}/users/${svcUserId}/fields/mine/integration/${key}`;
  const query = key === 'JohnDeere' ? '?organizationId=1234' : '';
  const ask = async (): Promise<State> => {
    const answer = await owner.post<Record<string, Record<string, State>>[]>(path + query);
    await idle();
    return answer.body[0]?.mine?.[key] as State;
  };
  return {
    ask,
    /** Asks until the provider has decided. */
    async end(): Promise<State> {
      for (let times = 0; times < 12; times += 1) {
        const state = await ask();
        if (state.status !== 'PENDING') return state;
        await advance({ seconds: 61 });
        await idle();
      }
      throw new Error('the provider has not decided');
    },
  };
}

const sentTo = async (key: Key, name: string) => (await items(key, 'fields')).filter((one) => one.name === name);

/** Calls that send one field, which the sandbox of Climate FieldView imports with the third look at it. */
const callsOfOne = {
  JohnDeere: { fields: 1, createField: 1, boundaries: 1, createBoundary: 1 },
  ClimateFieldView: { createUpload: 1, uploadPart: 1, uploadStatus: 3 },
};

describe.each(keys)('a field that is sent to %s', (key) => {
  test('arrives once, with its boundary and in its farm', async () => {
    const field = await ownField(key, 'Sent once', { farm: 'Sent farm' });
    await controlSandbox(key, 'DELETE', '/calls');
    const first = await field.ask();
    expect(first.status).toBe('PENDING');
    expect(await field.end()).toMatchObject({ id: first.id, status: 'SUCCESS' });
    expect(await controlSandbox(key, 'GET', '/calls')).toMatchObject({ kinds: callsOfOne[key] });
    const [there, ...others] = await sentTo(key, 'Sent once');
    expect(others).toEqual([]);
    const farm = (await items(key, 'farms')).find(({ id }) => id === there?.farmId);
    expect(farm).toMatchObject({ name: 'Sent farm' });
    const boundaries = (await items(key, 'boundaries')).filter(
      ({ id, fieldId }) => id === there?.boundaryId || fieldId === there?.id,
    );
    expect(boundaries).toMatchObject([{ polygons: (squareAt(10) as { coordinates: unknown }).coordinates }]);
    expect(await field.ask()).toEqual(await field.ask());
  });

  test('arrives once when the answers to all requests are lost', async () => {
    const field = await ownField(key, 'Sent again');
    const kinds = { JohnDeere: ['createField', 'createBoundary'], ClimateFieldView: ['createUpload', 'uploadPart'] };
    await fail(key, ...kinds[key].map((kind) => ({ kind, isCut: true })));
    expect(await field.end()).toMatchObject({ status: 'SUCCESS' });
    const sent = await sentTo(key, 'Sent again');
    expect(sent.length).toBe(1);
    const boundaries = (await items(key, 'boundaries')).filter(({ fieldId }) => fieldId === sent[0]?.id);
    expect(boundaries.length).toBe(key === 'JohnDeere' ? 1 : 0);
  });

  test('waits for a provider that is down', async () => {
    const field = await ownField(key, 'Sent late');
    await fail(key, {
      kind: { JohnDeere: 'createField', ClimateFieldView: 'createUpload' }[key],
      status: 503,
      times: 2,
    });
    await field.ask();
    expect(await field.ask()).toMatchObject({ status: 'PENDING', message: expect.stringContaining('503') });
    expect(await field.end()).toMatchObject({ status: 'SUCCESS' });
  });

  test('and that the account may not send is FAILED, with the reason, and is sent again on request', async () => {
    const field = await ownField(key, 'Sent thrice');
    const kind = { JohnDeere: 'createField', ClimateFieldView: 'createUpload' }[key];
    const errors = [{ message: 'The token lacks a scope.' }];
    const body = JSON.stringify(key === 'JohnDeere' ? errors : { error: errors[0] });
    await fail(key, { kind, status: 403, body });
    await field.ask();
    const failed = await field.ask();
    expect(failed).toMatchObject({ status: 'FAILED', message: expect.stringContaining('The token lacks a scope.') });
    expect(await field.end()).toMatchObject({ id: failed.id, status: 'SUCCESS' });
  });
});

describe('John Deere', () => {
  test('has a field of this name already, which gets the boundary', async () => {
    const [{ id }] = (await items('JohnDeere', 'fields')).filter(({ name }) => name === '05') as [Item];
    const before = (await items('JohnDeere', 'boundaries')).filter(({ fieldId }) => fieldId === id);
    const field = await ownField('JohnDeere', '05');
    expect(await field.end()).toMatchObject({ status: 'SUCCESS' });
    expect((await sentTo('JohnDeere', '05')).length).toBe(1);
    const after = (await items('JohnDeere', 'boundaries')).filter(({ fieldId }) => fieldId === id);
    expect(after.length).toBe(before.length + 1);
    expect(after.filter(({ active }) => active).map((one) => one.id)).not.toEqual(before.map((one) => one.id));
    for (const one of after) await controlSandbox('JohnDeere', 'DELETE', `/world/boundaries/${one.id}`);
    for (const one of before) await controlSandbox('JohnDeere', 'PUT', `/world/boundaries/${one.id}`, one);
  });

  test('refuses a boundary with its words; the next attempt uses the field that is there, or a new one', async () => {
    const field = await ownField('JohnDeere', 'Sent in parts');
    const refused = { kind: 'createBoundary', status: 400, body: '[{"message":"No such ring.","field":"rings"}]' };
    await fail('JohnDeere', refused, refused);
    await field.ask();
    const failed = { status: 'FAILED', message: expect.stringContaining('No such ring. (rings)') };
    expect(await field.ask()).toMatchObject(failed);
    const [first, ...others] = await sentTo('JohnDeere', 'Sent in parts');
    expect(others).toEqual([]);
    await controlSandbox('JohnDeere', 'DELETE', `/world/fields/${first?.id}`);
    expect(await field.ask()).toMatchObject(failed);
    expect(await field.ask()).toMatchObject({ status: 'FAILED', message: expect.stringContaining('does not know') });
    expect(await field.end()).toMatchObject({ status: 'SUCCESS' });
    expect((await sentTo('JohnDeere', 'Sent in parts')).length).toBe(1);
  });

  test('has renamed a field whose answer was lost, which its id finds', async () => {
    const field = await ownField('JohnDeere', 'Sent before');
    await fail('JohnDeere', { kind: 'createField', isCut: true });
    await field.ask();
    const [{ id }] = (await sentTo('JohnDeere', 'Sent before')) as [Item];
    await controlSandbox('JohnDeere', 'PUT', `/world/fields/${id}`, { name: 'Sent and renamed' });
    expect(await field.end()).toMatchObject({ status: 'SUCCESS' });
    expect(await sentTo('JohnDeere', 'Sent before')).toEqual([]);
    const boundaries = await items('JohnDeere', 'boundaries');
    expect(boundaries.filter(({ fieldId }) => fieldId === id).length).toBe(1);
  });

  test('refuses an organization that it does not know', async () => {
    const field = await ownField('JohnDeere', 'Sent nowhere');
    await fail('JohnDeere', { kind: 'createField', status: 404 });
    await field.ask();
    expect(await field.ask()).toMatchObject({ status: 'FAILED', message: expect.stringContaining('John Deere') });
  });
});

describe('Climate FieldView', () => {
  test.each([
    ['INVALID', /found the field invalid/],
    ['DECLINED', /declined/],
  ])('has an upload end in %s', async (status, reason) => {
    const field = await ownField('ClimateFieldView', `Sent ${status}`);
    await fail('ClimateFieldView', { kind: 'uploadStatus', status: 200, body: JSON.stringify({ id: '1', status }) });
    await field.ask();
    const failed = await field.ask();
    expect(failed).toMatchObject({ status: 'FAILED', message: expect.stringMatching(reason) });
    expect(await field.end()).toMatchObject({ status: 'SUCCESS' });
  });

  test('shows what waits in the inbox of the grower, and gives it up after 30 days', async () => {
    const field = await ownField('ClimateFieldView', 'Sent to an inbox');
    const body = JSON.stringify({ id: '1', status: 'INBOX' });
    await fail('ClimateFieldView', { kind: 'uploadStatus', status: 200, body, times: 1000 });
    await field.ask();
    expect(await field.ask()).toMatchObject({ status: 'PENDING', message: expect.stringContaining('Data Inbox') });
    for (let times = 0; times < 2; times += 1) {
      await advance({ days: 16 });
      await field.ask();
    }
    expect(await field.ask()).toMatchObject({ status: 'FAILED', message: expect.stringContaining('30 days') });
  });

  test('takes at most 10,000 points', async () => {
    const count = 10_001;
    const ring = Array.from({ length: count }, (_, at) => {
      const angle = (2 * Math.PI * (at % (count - 1))) / (count - 1);
      return [10 + 0.01 * Math.cos(angle), 50 + 0.01 * Math.sin(angle)];
    });
    const geometry = { type: 'MultiPolygon', coordinates: [[ring]] };
    const field = await ownField('ClimateFieldView', 'Sent round', { geometry });
    await field.ask();
    expect(await field.ask()).toMatchObject({ status: 'FAILED', message: expect.stringContaining('10,000') });
  });
});
