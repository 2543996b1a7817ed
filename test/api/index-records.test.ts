import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { toItem } from '../../adapters/aws/dynamodb/users/user-item.ts';
import { newId } from '../../adapters/system.ts';
import { runFurrow } from '../../bin/commands/run-furrow.ts';
import { newUser } from '../../domain/users/new-user.ts';
import { cloud, table } from './cloud.ts';
import { freshOwner, identity } from './owner.ts';
import { usersPath } from './users/user.ts';

test("furrow index counts an owner's existing records, and marks the owner", async () => {
  const owner = await freshOwner();
  const ownerId = owner.owner.id;
  const account = await identity.account(ownerId);
  if (!account) throw new Error('no account was made');
  const { indexed: _, ...before } = account.owner;
  await identity.changeAccount(account, { ...account, owner: before });
  const { client, name: TableName } = table('users');
  for (const name of ['Ada', 'Ben', 'Cem']) {
    const user = newUser(newId(), { name, email: `${name}@example.com` });
    await client.send(new PutCommand({ TableName, Item: { ...toItem(ownerId, user), revision: 1 } }));
  }

  expect(await runFurrow(['index', '--data-dir', cloud.dataDir], {})).toBe(0);
  expect((await identity.account(ownerId))?.owner).toEqual({ ...before, indexed: true });
  await owner.post(usersPath, { name: 'Dan', email: 'dan@example.com' });
  const [first] = (await owner.get<{ id: string }[]>(`${usersPath}?name=Ada`)).body;
  expect((await owner.call('DELETE', `${usersPath}/${first?.id}`)).status).toBe(204);
  expect((await owner.get(`${usersPath}?size=1`)).headers.get('x-total-count')).toBe('3');
  expect(await runFurrow(['index', '--again', '--data-dir', cloud.dataDir], {})).toBe(0);
  expect((await owner.get(`${usersPath}?size=1`)).headers.get('x-total-count')).toBe('3');
});
