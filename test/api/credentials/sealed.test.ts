import { RotateKeyOnDemandCommand } from '@aws-sdk/client-kms';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import type { SealedCredential } from '../../../domain/credentials/credential.ts';
import { openMembers } from '../../../domain/credentials/seal-members.ts';
import { advance, cloudClock, kms, table, variable } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshCredential } from './credential.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const scope = { ownerId: owner.owner.id, svcUserId, provider: 'JohnDeere' };
const freshSealer = () => kmsSealer(variable('SECRETS_KEY_ID'), cloudClock, kms);
const sealer = freshSealer();
const secrets = { clientSecret: 'kept-by-the-owner-1', refreshToken: 'kept-by-the-grower-2' };

async function sealedMembers(): Promise<Record<string, string>> {
  await freshCredential(owner, svcUserId, 'JohnDeere', secrets);
  const { client, name: TableName } = table('credentials');
  const Key = { pk: `${owner.owner.id}#${svcUserId}`, sk: 'credential#JohnDeere' };
  const { Item } = await client.send(new GetCommand({ TableName, Key }));
  return (Item as { credential: SealedCredential }).credential.sealed;
}

test('secrets open in their own record, and in no other', async () => {
  const sealed = await sealedMembers();
  expect(Object.keys(sealed).sort()).toEqual(['clientSecret', 'refreshToken']);
  expect(await openMembers(sealed, scope, sealer)).toEqual(secrets);
  const { clientSecret = '', refreshToken = '' } = sealed;
  const elsewhere = [
    { ...scope, ownerId: (await freshOwner()).owner.id },
    { ...scope, svcUserId: (await freshUser(owner)).id },
    { ...scope, provider: 'CLAAS' },
  ];
  for (const moved of elsewhere) await expect(openMembers({ clientSecret }, moved, sealer)).rejects.toThrow();
  await expect(openMembers({ clientSecret: refreshToken }, scope, sealer)).rejects.toThrow();
});

test('after a rotation of the key, earlier secrets open and new ones are sealed with its new material', async () => {
  const { id } = await freshUser(owner);
  const { client, name: TableName } = table('credentials');
  const sealedIn = async (key: 'Raven' | 'Trimble') => {
    const made = { refreshToken: `refresh-token-of-${key}` };
    await freshCredential(owner, id, key, made);
    const Key = { pk: `${owner.owner.id}#${id}`, sk: `credential#${key}` };
    const { Item } = await client.send(new GetCommand({ TableName, Key }));
    return (Item as { credential: SealedCredential }).credential.sealed.refreshToken ?? '';
  };
  const earlier = await sealedIn('Raven');
  await kms.send(new RotateKeyOnDemandCommand({ KeyId: variable('SECRETS_KEY_ID') }));
  await advance({ minutes: 6 });
  const later = await sealedIn('Trimble');
  const dataKeyOf = (sealed: string) => sealed.split('.')[1];
  expect(dataKeyOf(later)).not.toBe(dataKeyOf(earlier));
  const open = async (provider: 'Raven' | 'Trimble', sealed: string) =>
    (await openMembers({ refreshToken: sealed }, { ...scope, svcUserId: id, provider }, freshSealer())).refreshToken;
  expect(await open('Raven', earlier)).toBe('refresh-token-of-Raven');
  expect(await open('Trimble', later)).toBe('refresh-token-of-Trimble');
});
