import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { credentialEventItem } from '../../../adapters/aws/dynamodb/credentials/credential-item.ts';
import { microTimestamp } from '../../../domain/clock.ts';
import { bodyExample } from '../../../domain/providers/member-schemas.ts';
import { type ProviderKey, providerOf } from '../../../domain/providers/providers.ts';
import { cloudClock, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';
import { usersPath } from '../users/user.ts';

export type ShownCredential = Record<string, string> & { id: string; status: string; createdTime: string };

/** The path of a user's credential of a provider. */
export function credentialPath(svcUserId: string, key: ProviderKey): string {
  return `${usersPath}/${svcUserId}/${providerOf(key).credentialPath}`;
}

/** A valid body for the provider's endpoint. */
export function credentialBody(key: ProviderKey): Record<string, string> {
  return bodyExample(providerOf(key).credential.members) as Record<string, string>;
}

/** Attaches a credential. */
export async function freshCredential(
  owner: TestOwner,
  svcUserId: string,
  key: ProviderKey,
  members: Record<string, string> = {},
): Promise<ShownCredential> {
  const sent = { ...credentialBody(key), ...members };
  const { status, body } = await owner.post<ShownCredential>(credentialPath(svcUserId, key), sent);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Writes events of a user's credential, a second apart, as calls to its provider do. */
export async function noteEvents(owner: TestOwner, svcUserId: string, key: ProviderKey, count: number): Promise<void> {
  const { body } = await owner.get<ShownCredential>(credentialPath(svcUserId, key));
  const { client, name: TableName } = table('credentials');
  const named = { ownerId: owner.owner.id, svcUserId, provider: key, credentialId: body.id };
  for (let index = 0; index < count; index += 1) {
    const at = cloudClock.now() + index * 1000;
    const event = {
      id: `${at}-${index}`,
      createdDate: microTimestamp(at),
      statusCode: 200,
      headers: 'content-type: application/json',
      body: '{}',
    };
    await client.send(new PutCommand({ TableName, Item: credentialEventItem(named, event, at) }));
  }
}
