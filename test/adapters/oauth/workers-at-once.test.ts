import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { tokenStore } from '../../../adapters/aws/dynamodb/credentials/token-store.ts';
import { newId } from '../../../adapters/system.ts';
import { accessToken } from '../../../domain/credentials/tokens/access-token.ts';
import type { Access } from '../../../domain/credentials/tokens/token-services.ts';
import { startTokenProvider } from './token-provider.ts';
import { tokensUnderTest } from './tokens-under-test.ts';

const { clock, tables, attached, stored, services, inProcess } = await tokensUnderTest();
const held = (token: string): Access => ({ kind: 'held', token });

test('ten workers at once refresh once', async () => {
  const provider = await startTokenProvider('used once');
  provider.state.delayMilliseconds = 300;
  const user = await attached('Trimble');
  const all = await Promise.all(Array.from({ length: 10 }, () => accessToken(user.asked, services(provider))));
  expect(all).toEqual(Array(10).fill(held('a-1')));
  expect(provider.state.refreshes).toBe(1);
});

test('who waits for the refresh of another only reads', async () => {
  const provider = await startTokenProvider('used once');
  provider.state.delayMilliseconds = 1_500;
  const user = await attached('Trimble');
  const first = accessToken(user.asked, services(provider));
  const waiting = services(provider);
  const { take } = waiting.store;
  let taken = 0;
  waiting.store.take = (...given) => {
    taken += 1;
    return take(...given);
  };
  while (
    (await waiting.store.read(user.asked.user.ownerId, user.asked.user.svcUserId, 'Trimble'))?.turnUntil === undefined
  )
    await waiting.wait(20);
  expect(await accessToken(user.asked, waiting)).toEqual(held('a-1'));
  expect(await first).toEqual(held('a-1'));
  expect(taken).toBe(0);
});

test('who collides with others over the turn waits for it', async () => {
  const provider = await startTokenProvider('used once');
  const user = await attached('Trimble');
  const own = services(provider);
  let collisions = 0;
  const send = async (command: object) => {
    if (!(command instanceof TransactWriteCommand) || collisions === 6)
      return tables.credentials.client.send(command as never);
    collisions += 1;
    const reasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
    throw new TransactionCanceledException({ message: 'collided', CancellationReasons: reasons, $metadata: {} });
  };
  const credentials = { ...tables.credentials, client: { send } as unknown as typeof tables.credentials.client };
  own.store = tokenStore({ ...tables, credentials, clock, newId });
  expect(await accessToken(user.asked, own)).toEqual(held('a-1'));
  expect(collisions).toBe(6);
});

test('two processes at once refresh once', async () => {
  const provider = await startTokenProvider('used once');
  provider.state.delayMilliseconds = 2_000;
  const user = await attached('Trimble');
  const both = await Promise.all([inProcess(provider, user.asked), inProcess(provider, user.asked)]);
  expect(both).toEqual([held('a-1'), held('a-1')]);
  expect(provider.state.refreshes).toBe(1);
  expect(await stored(user)).toMatchObject({ status: 'OK', refreshToken: 'r-1' });
});
