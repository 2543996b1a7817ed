import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import { accessTroubled } from '../../../../domain/credentials/connection-events.ts';
import type {
  CredentialAt,
  HeldTokens,
  RefreshedTokens,
  RefreshTrouble,
  TokenState,
  TokenStore,
} from '../../../../domain/credentials/tokens/token-state.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import { eventWrite } from '../events/event-item.ts';
import { userPartition } from '../fields/field-item.ts';
import { getMany } from '../get-many.ts';
import { readKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, isCollision, transact, type Write } from '../transact.ts';
import { credentialKey, readCredential, tokenKey } from './credential-item.ts';

export interface TokenStoreServices {
  credentials: Table;
  events: Table;
  clock: Clock;
  newId: NewId;
}

/**
 * Tokens in DynamoDB: an item beside each credential, with the turn of the worker that refreshes. Every write depends on the sealed refresh token that the worker has read, which no
 * two refreshes or consents have in common.
 */
export function tokenStore({ credentials, events, clock, newId }: TokenStoreServices): TokenStore {
  const { client, name: TableName } = credentials;

  const keyOf = ({ ownerId, svcUserId, credential }: CredentialAt) => ({
    pk: userPartition(ownerId, svcUserId),
    sk: tokenKey(credential),
  });

  /** The credential is the one that was read, with the same refresh token. */
  const isSame = ({ credential: { id, sealed } }: CredentialAt) => ({
    ConditionExpression: 'credentialId = :id AND #credential.#sealed.#refresh = :used',
    ExpressionAttributeNames: { '#credential': 'credential', '#sealed': 'sealed', '#refresh': 'refreshToken' },
    ExpressionAttributeValues: { ':id': id, ':used': sealed.refreshToken ?? '' },
  });
  const check = (at: CredentialAt): Write => ({
    ConditionCheck: { TableName, Key: credentialKey(at.ownerId, at.svcUserId, at.credential.provider), ...isSame(at) },
  });

  const inTurn = (at: CredentialAt, holder: string, sets: string, values: Item) =>
    ifHeld(() =>
      client.send(
        new UpdateCommand({
          TableName,
          Key: keyOf(at),
          UpdateExpression: `${sets} REMOVE holder, #until`,
          ConditionExpression: 'holder = :holder',
          ExpressionAttributeNames: { '#until': 'until' },
          ExpressionAttributeValues: { ':holder': holder, ...values },
        }),
      ),
    );

  return {
    async read(ownerId, svcUserId, provider: ProviderKey) {
      const Key = credentialKey(ownerId, svcUserId, provider);
      const [item] = await getMany(credentials, [Key], { consistent: true });
      if (!item) return undefined;
      const credential = readCredential(item);
      const [beside] = await getMany(credentials, [keyOf({ ownerId, svcUserId, credential })], { consistent: true });
      return held(credential, beside);
    },

    async take(at, holder, milliseconds) {
      const now = clock.now();
      const taking = transact(client, [
        check(at),
        {
          Update: {
            TableName,
            Key: keyOf(at),
            UpdateExpression: 'SET holder = :holder, #until = :end',
            ConditionExpression: 'attribute_not_exists(#until) OR #until <= :now OR holder = :holder',
            ExpressionAttributeNames: { '#until': 'until' },
            ExpressionAttributeValues: { ':holder': holder, ':end': now + milliseconds, ':now': now },
          },
        },
      ]);
      // Where several workers collide, one of them has the turn.
      const isTaken = await taking.then(
        (failed) => failed === undefined,
        (error: unknown) => {
          if (isCollision(error)) return false;
          throw error;
        },
      );
      if (!isTaken) return undefined;
      const { refreshToken: of } = at.credential.sealed;
      return {
        async failed(trouble) {
          await inTurn(at, holder, 'SET trouble = :trouble', { ':trouble': { ...trouble, of } });
        },
        async end() {
          await inTurn(at, holder, '', {});
        },
      };
    },

    async keep(at, refreshed) {
      const failed = await transact(client, [
        { Update: { TableName, ...replaced(at, refreshed, isSame(at)) } },
        {
          Update: {
            TableName,
            Key: keyOf(at),
            UpdateExpression: 'SET tokens = :tokens REMOVE trouble, holder, #until',
            ExpressionAttributeNames: { '#until': 'until' },
            ExpressionAttributeValues: { ':tokens': stateOf(at, refreshed) },
          },
        },
      ]);
      return failed === undefined ? 'kept' : 'replaced';
    },

    async find(ownerId, { id, provider }) {
      const range = { ...byOwner, partition: ownerId, prefix: id };
      const [key] = (await readKeys(credentials, range, 1)).keys;
      const [item] = key ? await getMany(credentials, [key], { consistent: true }) : [];
      const credential = item && readCredential(item);
      if (credential?.id !== id || credential.provider !== provider) return undefined;
      return { ownerId, svcUserId: String(item?.svcUserId), credential };
    },

    async tell(at, message) {
      const { ownerId, svcUserId, credential } = at;
      const now = clock.now();
      const event = accessTroubled({ id: newId(), ownerId, svcUserId }, credential, message, now);
      const failed = await transact(client, [
        check(at),
        {
          Update: {
            TableName,
            Key: keyOf(at),
            UpdateExpression: 'SET trouble.toldAt = :now',
            ConditionExpression: 'trouble.#of = :used AND attribute_not_exists(trouble.toldAt)',
            ExpressionAttributeNames: { '#of': 'of' },
            ExpressionAttributeValues: { ':now': now, ':used': credential.sealed.refreshToken },
          },
        },
        eventWrite(events, event),
      ]);
      return failed === undefined;
    },
  };
}

const byOwner = { index: 'byOwner', partitionKey: 'ownerKey', sortKey: 'credentialId' };

type Same = {
  ConditionExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Item;
};

/** The change of the credential: only its tokens, so that a check that is under way keeps its status. */
function replaced({ ownerId, svcUserId, credential }: CredentialAt, { shown, sealed }: RefreshedTokens, same: Same) {
  const names: Record<string, string> = { ...same.ExpressionAttributeNames, '#shown': 'shown' };
  const values: Item = { ...same.ExpressionAttributeValues, ':one': 1, ':zero': 0 };
  const sets = ['revision = revision + :one', 'tokenRevision = if_not_exists(tokenRevision, :zero) + :one'];
  for (const [part, members] of Object.entries({ shown, sealed })) {
    for (const [name, value] of Object.entries(members)) {
      names[`#${name}`] = name;
      values[`:${part}_${name}`] = value;
      sets.push(`#credential.#${part}.#${name} = :${part}_${name}`);
    }
  }
  if (Object.keys(shown).length === 0) delete names['#shown'];
  return {
    Key: credentialKey(ownerId, svcUserId, credential.provider),
    UpdateExpression: `SET ${sets.join(', ')}`,
    ConditionExpression: same.ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

function stateOf({ credential }: CredentialAt, { access, obtainedAt, expiresAt, sealed }: RefreshedTokens): TokenState {
  return { of: sealed.refreshToken ?? credential.sealed.refreshToken ?? '', access, obtainedAt, expiresAt };
}

/** What is beside a credential counts while it is about the current refresh token. */
function held(credential: HeldTokens['credential'], beside: Item | undefined): HeldTokens {
  const { refreshToken } = credential.sealed;
  const tokens = beside?.tokens as TokenState | undefined;
  const turnUntil = beside?.until as number | undefined;
  const trouble = beside?.trouble as (RefreshTrouble & { of: string }) | undefined;
  const isOwn = tokens?.of === refreshToken;
  return {
    credential,
    grantedAt: isOwn && tokens ? tokens.obtainedAt : Date.parse(credential.renewedTime ?? credential.createdTime),
    ...(isOwn && { tokens }),
    ...(trouble?.of === refreshToken && { trouble }),
    ...(turnUntil !== undefined && { turnUntil }),
  };
}
