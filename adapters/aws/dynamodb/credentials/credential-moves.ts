import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import { credentialChanged } from '../../../../domain/credentials/connection-events.ts';
import { type AttachedCredential, attached, type SealedCredential } from '../../../../domain/credentials/credential.ts';
import { openMembers, sealMembers } from '../../../../domain/credentials/seal-members.ts';
import type { Wanted } from '../../../../domain/credentials/wanted-credentials.ts';
import { notFound } from '../../../../domain/errors.ts';
import { type ProviderKey, providerOf, type UserProperty } from '../../../../domain/providers/providers.ts';
import type { Sealer } from '../../../../domain/secrets.ts';
import { eventWrite } from '../events/event-item.ts';
import { readKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { userKey } from '../users/user-exists.ts';
import { credentialFromItem, credentialKey, credentialToItem } from './credential-item.ts';
import { eraseEvents } from './credential-store.ts';

export interface CredentialMoveServices {
  credentials: Table;
  users: Table;
  events: Table;
  sealer: Sealer;
  clock: Clock;
  newId: NewId;
}

/** The changes of a user's credentials, for the transaction that writes the user. */
export interface PlannedMoves {
  /** The credential members of the user afterwards. */
  shown: Partial<Record<UserProperty, AttachedCredential>>;
  writes: Write[];
  /** To be called after the transaction. */
  finish(): Promise<void>;
}

/** Plans the changes of one user's credentials. */
export type PlanMoves = (ownerId: string, svcUserId: string, wanted: readonly Wanted[]) => Promise<PlannedMoves>;

/** Moves credentials between users, and removes them. */
export function credentialMoves(services: CredentialMoveServices): PlanMoves {
  const { credentials, events, clock, newId } = services;
  const changed = (ownerId: string, svcUserId: string) =>
    eventWrite(events, credentialChanged({ id: newId(), ownerId, svcUserId }, clock.now()));

  /** @throws Problem `notFound` for an id that no user of the owner has for this provider. */
  return async (ownerId, svcUserId, wanted) => {
    const planned: PlannedMoves = { shown: {}, writes: [], finish: async () => {} };
    const gone: { svcUserId: string; credential: SealedCredential }[] = [];
    const sources = new Map<string, UserProperty[]>();
    for (const { provider, id } of wanted) {
      const { userProperty } = providerOf(provider);
      if (id === undefined) {
        const own = await readAt(credentials, credentialKey(ownerId, svcUserId, provider));
        planned.shown[userProperty] = {};
        if (!own) continue;
        gone.push({ svcUserId, credential: own.credential });
        planned.writes.push(removal(credentials, ownerId, svcUserId, own));
      } else {
        const found = await findById(credentials, ownerId, provider, id);
        const moved = await resealed(found.credential, ownerId, found.svcUserId, svcUserId, services.sealer);
        planned.shown[userProperty] = attached(moved);
        gone.push({ svcUserId: found.svcUserId, credential: found.credential });
        sources.set(found.svcUserId, [...(sources.get(found.svcUserId) ?? []), userProperty]);
        planned.writes.push(removal(credentials, ownerId, found.svcUserId, found), {
          Put: {
            TableName: credentials.name,
            Item: { ...credentialToItem(ownerId, svcUserId, moved), revision: found.revision + 1, isDue: true },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        });
      }
    }
    for (const [source, properties] of sources) {
      planned.writes.push(withoutCredentials(services.users, ownerId, source, properties), changed(ownerId, source));
    }
    if (gone.length > 0) planned.writes.push(changed(ownerId, svcUserId));
    planned.finish = async () => {
      for (const one of gone) await eraseEvents(credentials, ownerId, one.svcUserId, one.credential);
    };
    return planned;
  };
}

interface Found {
  svcUserId: string;
  credential: SealedCredential;
  revision: number;
}

async function readAt({ client, name: TableName }: Table, { pk, sk }: Item): Promise<Found | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
  const credential = credentialFromItem(Item);
  return credential && { svcUserId: String(Item?.svcUserId), credential, revision: Number(Item?.revision) };
}

async function findById(credentials: Table, ownerId: string, provider: ProviderKey, id: string): Promise<Found> {
  const range = { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'credentialId', prefix: id };
  const [key] = (await readKeys(credentials, range, 1)).keys;
  const found = key && (await readAt(credentials, key));
  if (found?.credential.id !== id || found.credential.provider !== provider) throw notFound('credential', id);
  return found;
}

/** Seals a credential for another user, since secrets are bound to their user. */
async function resealed(
  credential: SealedCredential,
  ownerId: string,
  from: string,
  to: string,
  sealer: Sealer,
): Promise<SealedCredential> {
  const { provider, sealed } = credential;
  const { members, obtained } = providerOf(provider).credential;
  const secrets = await openMembers(sealed, { ownerId, svcUserId: from, provider }, sealer);
  const scope = { ownerId, svcUserId: to, provider };
  return { ...credential, sealed: (await sealMembers(secrets, { ...members, ...obtained }, scope, sealer)).sealed };
}

function removal(credentials: Table, ownerId: string, svcUserId: string, { credential, revision }: Found): Write {
  return {
    Delete: {
      TableName: credentials.name,
      Key: credentialKey(ownerId, svcUserId, credential.provider),
      ConditionExpression: 'credentialId = :id AND revision = :over',
      ExpressionAttributeValues: { ':id': credential.id, ':over': revision },
    },
  };
}

/** One write for all credentials that a user loses: a transaction may contain each item once. */
function withoutCredentials(users: Table, ownerId: string, svcUserId: string, properties: UserProperty[]): Write {
  const names = properties.map((property, index) => [`#p${index}`, property] as const);
  return {
    Update: {
      TableName: users.name,
      Key: userKey(ownerId, svcUserId),
      UpdateExpression: `SET ${names.map(([name]) => `#user.${name} = :none`).join(', ')}, revision = revision + :one`,
      ConditionExpression: 'attribute_exists(revision)',
      ExpressionAttributeNames: { '#user': 'user', ...Object.fromEntries(names) },
      ExpressionAttributeValues: { ':none': {}, ':one': 1 },
    },
  };
}
