import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import type { SealedCredential } from '../../../domain/credentials/credential.ts';
import { openMembers } from '../../../domain/credentials/seal-members.ts';
import { cloudClock, kms, table, variable } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshCredential } from './credential.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const place = { ownerId: owner.owner.id, svcUserId, provider: 'JohnDeere' };
const sealer = kmsSealer(variable('SECRETS_KEY_ID'), cloudClock, kms);
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
  expect(await openMembers(sealed, place, sealer)).toEqual(secrets);
  const { clientSecret = '', refreshToken = '' } = sealed;
  const elsewhere = [
    { ...place, ownerId: (await freshOwner()).owner.id },
    { ...place, svcUserId: (await freshUser(owner)).id },
    { ...place, provider: 'CLAAS' },
  ];
  for (const moved of elsewhere) await expect(openMembers({ clientSecret }, moved, sealer)).rejects.toThrow();
  await expect(openMembers({ clientSecret: refreshToken }, place, sealer)).rejects.toThrow();
});
