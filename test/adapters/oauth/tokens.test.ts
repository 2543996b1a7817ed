import { describe, expect, test } from 'vitest';
import { eraseEvents } from '../../../adapters/aws/dynamodb/credentials/credential-store.ts';
import { newId } from '../../../adapters/system.ts';
import { accessToken } from '../../../domain/credentials/tokens/access-token.ts';
import type { Access } from '../../../domain/credentials/tokens/token-services.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import { type Rotation, startTokenProvider } from './token-provider.ts';
import { tokensUnderTest } from './tokens-under-test.ts';

const { clock, tables, store, attached, made, stored, services, inProcess, itemsOf, move } = await tokensUnderTest();
type Attached = Awaited<ReturnType<typeof attached>>;
const held = (token: string): Access => ({ kind: 'held', token });

test('a token is stored before it is used, with its refresh token, and used until it is about to expire', async () => {
  const provider = await startTokenProvider('used once');
  const user = await attached('ClimateFieldView');
  const own = services(provider);
  let first: Awaited<ReturnType<typeof stored>> | undefined;
  const { keep } = own.store;
  own.store.keep = async (...given) => {
    const kept = await keep(...given);
    first = await stored(user);
    return kept;
  };
  expect(await accessToken(user.asked, own)).toEqual(held('a-1'));
  expect(first).toMatchObject({
    refreshToken: 'r-1',
    shown: { refreshToken: '****', accessToken: '****', clientId: 'app' },
  });
  expect(await accessToken(user.asked, own)).toEqual(held('a-1'));
  clock.advance(14_399_000 - 299_000);
  expect(await accessToken(user.asked, own)).toEqual(held('a-2'));
  expect(provider.state.refreshes).toBe(2);
});

test('a token that the provider refuses is renewed, once for all who hold it', async () => {
  const provider = await startTokenProvider('used once');
  const user = await attached();
  const own = services(provider);
  await accessToken(user.asked, own);
  expect(await accessToken({ ...user.asked, rejected: 'a-1' }, own)).toEqual(held('a-2'));
  expect(await accessToken({ ...user.asked, rejected: 'a-1' }, own)).toEqual(held('a-2'));
});

describe('a worker that is killed between the answer and the write', () => {
  test.each<[Rotation, ProviderKey]>([
    ['lives on for a while', 'ClimateFieldView'],
    ['never changed', 'JohnDeere'],
  ])('leaves a credential that works where the old token %s', async (rotation, key) => {
    const provider = await startTokenProvider(rotation);
    const user = await attached(key);
    expect(await inProcess(provider, user.asked, 'before the write')).toBeUndefined();
    expect(provider.state.refreshes).toBe(1);
    expect(await stored(user)).toMatchObject({ refreshToken: 'r-0', status: 'OK' });
    // The turn of the dead worker ends.
    clock.advance(61_000);
    expect(await accessToken(user.asked, services(provider))).toEqual(held('a-2'));
    expect(await stored(user)).toMatchObject({ status: 'OK' });
  });

  test('has the next round say so where the token was good once', async () => {
    const provider = await startTokenProvider('used once');
    const user = await attached('Trimble');
    await inProcess(provider, user.asked, 'before the write');
    clock.advance(61_000);
    const own = services(provider);
    const refused = {
      kind: 'failed',
      failure: { kind: 'refused', message: expect.stringContaining('400: invalid_grant') },
    };
    expect(await accessToken(user.asked, own)).toMatchObject(refused);
    expect(await stored(user)).toMatchObject({ status: 'UNAUTHENTICATED' });
    // The dead token is not sent with every call.
    expect(await accessToken(user.asked, own)).toMatchObject(refused);
    expect(provider.state.refreshes).toBe(2);
  });

  test('after the write, loses nothing', async () => {
    const provider = await startTokenProvider('used once');
    const user = await attached('Trimble');
    expect(await inProcess(provider, user.asked, 'after the write')).toBeUndefined();
    expect(await accessToken(user.asked, services(provider))).toEqual(held('a-1'));
    expect(provider.state.refreshes).toBe(1);
  });
});

describe('a refresh in flight', () => {
  /** Runs something when the provider has answered, before the answer is written. */
  async function meanwhile(user: Attached, work: () => Promise<unknown>, refreshTokens = ['r-0']) {
    const provider = await startTokenProvider('used once');
    for (const one of refreshTokens) provider.good.add(one);
    const own = services(provider);
    const { keep } = own.store;
    let done = false;
    own.store.keep = async (...given) => {
      if (!done) await work();
      done = true;
      return keep(...given);
    };
    return { provider, access: await accessToken(user.asked, own) };
  }

  test('does not overwrite a credential that was consented anew, and the new one is used', async () => {
    const user = await attached();
    const { ownerId, svcUserId } = user;
    const { access, provider } = await meanwhile(user, async () => {
      const anew = await made('JohnDeere', { ownerId, svcUserId, id: newId(), refreshToken: 'r-100' });
      await store.connect(ownerId, svcUserId, anew, { keepsHealthy: false });
    }, ['r-100']);
    expect(access).toEqual(held('a-2'));
    expect(provider.state.refreshes).toBe(2);
    expect(await stored(user)).toMatchObject({ refreshToken: 'r-101' });
  });

  test('does not bring back a credential that was deleted, nor its tokens', async () => {
    const user = await attached();
    const { access } = await meanwhile(user, () => store.remove(user.ownerId, user.svcUserId, 'JohnDeere'));
    expect(access).toMatchObject({
      kind: 'failed',
      failure: { kind: 'refused', message: expect.stringContaining('deleted') },
    });
    expect(await itemsOf(user)).toMatchObject([{ sk: expect.stringMatching(/^event#/) }]);
  });

  test('goes along with a credential that is given to another user', async () => {
    const user = await attached();
    const other = await attached('ClimateFieldView', 'r-0', user.ownerId);
    const { access } = await meanwhile(user, () => move(user, other));
    expect(access).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
    const moved = { ...user, svcUserId: other.svcUserId };
    expect(await stored(moved)).toMatchObject({ id: user.credential.id, refreshToken: 'r-1' });
    expect(await itemsOf(user)).toMatchObject([{ sk: expect.stringMatching(/^event#/) }]);
  });

  test('does not lose the status of a check that ends meanwhile, and the check does not lose the token', async () => {
    const user = await attached();
    const own = services(await startTokenProvider('used once'));
    const read = (await own.store.read(user.ownerId, user.svcUserId, 'JohnDeere'))?.credential;
    if (!read) throw new Error('there is no credential');
    await accessToken(user.asked, own);
    expect(await own.checks.settle(user.ownerId, user.svcUserId, read, { status: 'MISSING_PERMISSION' })).toBe(true);
    expect(await stored(user)).toMatchObject({ status: 'MISSING_PERMISSION', refreshToken: 'r-1' });
    expect(await accessToken(user.asked, own)).toEqual(held('a-1'));
    await accessToken({ ...user.asked, rejected: 'a-1' }, own);
    expect(await stored(user)).toMatchObject({ status: 'MISSING_PERMISSION', refreshToken: 'r-2' });
    // A replaced credential is checked for that reason, and the old result is dropped.
    const anew = await made('JohnDeere', { ...user, id: newId(), refreshToken: 'r-50' });
    await store.connect(user.ownerId, user.svcUserId, anew, { keepsHealthy: false });
    expect(await own.checks.settle(user.ownerId, user.svcUserId, read, { status: 'OK' })).toBe(false);
  });

  test('of a stale worker is kept while nobody has written a later one, and dropped otherwise', async () => {
    const user = await attached('ClimateFieldView');
    const provider = await startTokenProvider('lives on for a while');
    const other = services(provider);
    const stale = services(provider);
    const { keep } = stale.store;
    let tries = 0;
    stale.store.keep = async (...given) => {
      tries += 1;
      if (tries === 1) {
        clock.advance(61_000);
        expect(await accessToken(user.asked, other)).toEqual(held('a-2'));
      }
      return keep(...given);
    };
    expect(await accessToken(user.asked, stale)).toEqual(held('a-2'));
    expect(tries).toBe(1);
  });
});

describe('a provider', () => {
  test.each([[[500]], [[429]], [['half' as const]]])(
    'that fails with %j is asked again after a pause, and the token that is good is used',
    async (fails) => {
      const provider = await startTokenProvider('lives on for a while', { expiresIn: '600' });
      const user = await attached('ClimateFieldView');
      const own = services(provider);
      await accessToken(user.asked, own);
      provider.state.fails.push(...fails);
      clock.advance(545_000);
      expect(await accessToken(user.asked, own)).toMatchObject({ kind: 'failed' });
      expect(await accessToken(user.asked, own)).toEqual(held('a-1'));
      expect(provider.state.refreshes).toBe(2);
      clock.advance(31_000);
      expect(await accessToken(user.asked, own)).toEqual(held('a-3'));
      expect(await stored(user)).toMatchObject({ status: 'OK' });
    },
  );

  test('that takes a token again which it has refused lets the credential be in order again', async () => {
    const provider = await startTokenProvider('used once');
    const user = await attached('JohnDeere');
    provider.state.revoked = true;
    await accessToken(user.asked, services(provider));
    expect(await stored(user)).toMatchObject({ status: 'UNAUTHENTICATED' });
    provider.state.revoked = false;
    clock.advance(61 * 60_000);
    expect(await accessToken(user.asked, services(provider))).toEqual(held('a-2'));
    expect(await stored(user)).toMatchObject({ status: 'OK', refreshToken: 'r-1' });
    expect(await accessToken(user.asked, services(provider))).toEqual(held('a-2'));
  });

  test('that has revoked the token ends the credential, whose log has no secret', async () => {
    const provider = await startTokenProvider('used once', { refreshToken: 'r-0' });
    const user = await attached('JohnDeere');
    provider.state.revoked = true;
    await accessToken(user.asked, services(provider));
    expect(await stored(user)).toMatchObject({ status: 'UNAUTHENTICATED' });
    const page = { page: 0, size: 20, sort: [] } as never;
    const { items } = await store.events(user.ownerId, user.svcUserId, user.credential, page);
    expect(items).toMatchObject([{ statusCode: 400, body: '{"error":"invalid_grant","sent":"****"}' }]);
  });

  test('that does not know the client ends the credential too, until a consent', async () => {
    const provider = await startTokenProvider('used once');
    const user = await attached();
    provider.state.fails.push('invalid_client');
    expect(await accessToken(user.asked, services(provider))).toMatchObject({ failure: { kind: 'refused' } });
    provider.good.add('r-7');
    const anew = await made('JohnDeere', { ...user, id: newId(), refreshToken: 'r-7' });
    await store.connect(user.ownerId, user.svcUserId, anew, { keepsHealthy: false });
    expect(await accessToken(user.asked, services(provider))).toMatchObject(held('a-2'));
  });

  test('that has not renewed the access for a quarter of its life is told of once', async () => {
    const provider = await startTokenProvider('used once');
    const user = await attached('Trimble');
    const own = services(provider);
    const told: string[] = [];
    const { tell } = own.store;
    own.store.tell = async (at, message) => {
      const isTold = await tell(at, message);
      if (isTold) told.push(message);
      return isTold;
    };
    provider.state.fails.push(...Array<number>(4).fill(500));
    await accessToken(user.asked, own);
    expect(told).toEqual([]);
    // A quarter of seven days.
    clock.advance(1.75 * 24 * 60 * 60_000);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await accessToken(user.asked, own);
      clock.advance(16 * 60_000);
    }
    expect(told).toEqual([expect.stringContaining('could not be renewed for 1 days')]);
    expect(await stored(user)).toMatchObject({ status: 'OK' });
    expect(await accessToken(user.asked, own)).toMatchObject({ kind: 'held' });
  });
});

test('tokens of a removed credential are erased with its events', async () => {
  const provider = await startTokenProvider('used once');
  const user = await attached();
  await accessToken(user.asked, services(provider));
  await eraseEvents(tables.credentials, user.ownerId, user.svcUserId, user.credential);
  const items = await itemsOf(user);
  expect(items.map(({ sk }) => sk)).toEqual(['credential#JohnDeere']);
});
