import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import type { ProviderLink } from '../../../../domain/sync/field-provider.ts';
import type { IrrigationRound } from '../../../../domain/sync/irrigation-provider.ts';
import type { FileRound } from '../../../../domain/sync/provider-file.ts';
import type { FollowedLink, SyncStore } from '../../../../domain/sync/sync-store.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { linkedProvider, linkKey, linkPrefix, linksOfOwner, linksOfProvider, roundsDeadline } from './sync-item.ts';

/** A user's connection to a provider, with the credential that created it. */
export type Connection = Pick<ProviderLink, 'provider' | 'credentialId'>;

/** Stores the links of users to accounts at providers, with the marks up to which each is followed. */
export interface LinkStore extends Pick<SyncStore, 'saveMark' | 'noteProgress' | 'endRound'> {
  /** Stores the beginning of a round of files. */
  noteFiles(ownerId: string, svcUserId: string, provider: ProviderKey, round: FileRound): Promise<void>;
  /** Stores how a round of irrigation ended. */
  noteIrrigation(ownerId: string, svcUserId: string, provider: ProviderKey, round: IrrigationRound): Promise<void>;
  get(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<ProviderLink | undefined>;
  all(ownerId: string, svcUserId: string): Promise<FollowedLink[]>;
  /** All connections of a user: links, and credentials that have not signed in yet. */
  connections(ownerId: string, svcUserId: string): Promise<Connection[]>;
  /**
   * Stores that a credential connects a user to a provider, until there is a link. Throws `notFound` if the user does
   * not exist.
   */
  connect(ownerId: string, svcUserId: string, provider: ProviderKey, credentialId: string): Promise<void>;
  /**
   * Creates or changes a link; its marks stay, and so does the time of its next round, which is `nextRound` (milliseconds since 1970) for a link without one.
   * Throws `notFound` if the user does not exist.
   */
  put(ownerId: string, svcUserId: string, link: ProviderLink, nextRound?: number): Promise<void>;
  /** Deletes the connection or the link of a credential. Records that were fetched with it stay. */
  remove(ownerId: string, svcUserId: string, provider: ProviderKey, credentialId: string): Promise<void>;
}

const marks = ['growersMark', 'farmsMark', 'fieldsMark'] as const;

/**
 * Links in DynamoDB. Rounds do not recreate a link that was deleted meanwhile.
 *
 * @example const links = linkStore(table(names.FIELDS_TABLE), table(names.USERS_TABLE));
 */
export function linkStore(fields: Table, users: Table): LinkStore {
  const TableName = fields.name;

  const note = async (Key: Item, name: string, value: unknown): Promise<void> => {
    const command = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #name = :value',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    });
    await ifHeld(() => fields.client.send(command));
  };

  /** Sets when the first scheduled round of a link begins. */
  const schedule = async (Key: Item, nextRound: number): Promise<void> => {
    const command = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET deadlineKey = :rounds, deadline = :next',
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(deadline) AND attribute_not_exists(pausedTime)',
      ExpressionAttributeValues: { ':rounds': roundsDeadline, ':next': nextRound },
    });
    await ifHeld(() => fields.client.send(command));
  };

  /** Sets one attribute of the item, and adds it to the lists of connections. */
  const list = async (
    ownerId: string,
    svcUserId: string,
    provider: ProviderKey,
    [name, value]: [string, unknown],
    removed: readonly string[] = [],
  ) => {
    const failed = await transact(fields.client, [
      {
        Update: {
          TableName,
          Key: linkKey(ownerId, svcUserId, provider),
          UpdateExpression: `SET #name = :value, ownerKey = :owner, traitKey = :provider, listKey = :listed${
            removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''
          }`,
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: {
            ':value': value,
            ':owner': linksOfOwner(ownerId),
            ':provider': linksOfProvider(ownerId, provider),
            ':listed': `${svcUserId}#${provider}`,
          },
        },
      },
      userExists(users, ownerId, svcUserId),
    ]);
    if (failed !== undefined) throw notFound('user', svcUserId);
  };

  const get: LinkStore['get'] = async (ownerId, svcUserId, provider) => {
    const Key = linkKey(ownerId, svcUserId, provider);
    const { Item } = await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item?.link as ProviderLink | undefined;
  };

  return {
    get,

    async all(ownerId, svcUserId) {
      const links: FollowedLink[] = [];
      for await (const item of userItems(fields, ownerId, svcUserId, linkPrefix)) {
        if (item.link) links.push(followed(item));
      }
      return links;
    },

    async connections(ownerId, svcUserId) {
      const connections: Connection[] = [];
      for await (const { sk, link, connectedBy } of userItems(fields, ownerId, svcUserId, linkPrefix)) {
        const credentialId = link ? (link as ProviderLink).credentialId : String(connectedBy);
        connections.push({ provider: linkedProvider(sk), ...(credentialId !== undefined && { credentialId }) });
      }
      return connections;
    },

    connect: (ownerId, svcUserId, provider, credentialId) =>
      list(ownerId, svcUserId, provider, ['connectedBy', credentialId]),

    async put(ownerId, svcUserId, link, nextRound) {
      const before = await get(ownerId, svcUserId, link.provider);
      const goesOn = before?.account === link.account && before.renewedTime === link.renewedTime;
      // Marks are positions in lists of changes, which say nothing of another account, nor of what became visible since.
      await list(ownerId, svcUserId, link.provider, ['link', link], goesOn ? [] : marks);
      if (nextRound !== undefined) await schedule(linkKey(ownerId, svcUserId, link.provider), nextRound);
    },

    async remove(ownerId, svcUserId, provider, credentialId) {
      const command = new DeleteCommand({
        TableName,
        Key: linkKey(ownerId, svcUserId, provider),
        ConditionExpression: 'link.credentialId = :id OR (attribute_not_exists(link) AND connectedBy = :id)',
        ExpressionAttributeValues: { ':id': credentialId },
      });
      await ifHeld(() => fields.client.send(command));
    },

    saveMark: (ownerId, svcUserId, provider, list, mark) =>
      note(linkKey(ownerId, svcUserId, provider), `${list}Mark`, mark),

    noteProgress: (ownerId, svcUserId, provider, progress) =>
      note(linkKey(ownerId, svcUserId, provider), 'running', progress),

    noteFiles: (ownerId, svcUserId, provider, round) => note(linkKey(ownerId, svcUserId, provider), 'fileRound', round),

    noteIrrigation: (ownerId, svcUserId, provider, round) =>
      note(linkKey(ownerId, svcUserId, provider), 'irrigationRound', round),

    async endRound(ownerId, svcUserId, provider, end, next) {
      const Key = linkKey(ownerId, svcUserId, provider);
      const write = async (changes: string, values: Item, condition: string) => {
        const command = new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: `SET lastRound = :end${changes}`,
          ConditionExpression: `attribute_exists(pk)${condition}`,
          ExpressionAttributeValues: { ':end': end, ...values },
        });
        return (await ifHeld(() => fields.client.send(command))) !== undefined;
      };
      if (!next) return void (await write('', {}, ''));
      const { time, dueTime } = next;
      const isKnown = dueTime === undefined ? ' AND attribute_not_exists(dueTime)' : ' AND dueTime = :due';
      const due = dueTime === undefined ? {} : { ':due': dueTime };
      // A scheduled round that is overdue, and that no sweep has begun yet, is still to come: one that came between does not read lists whole.
      const nextTime = dueTime === undefined ? 'if_not_exists(deadline, :next)' : ':next';
      const isScheduled = await write(
        `, deadlineKey = :rounds, deadline = ${nextTime} REMOVE running, dueTime`,
        { ':rounds': roundsDeadline, ':next': time, ...due },
        `${isKnown} AND attribute_not_exists(pausedTime)`,
      );
      if (isScheduled) return;
      // A link that was paused meanwhile has no next round.
      if (await write(' REMOVE running, dueTime', due, `${isKnown} AND attribute_exists(pausedTime)`)) return;
      // A scheduled round has become due meanwhile, which this one was not.
      await write(' REMOVE running', {}, '');
    },
  };
}

function followed({ link, growersMark, farmsMark, fieldsMark, dueTime, pausedTime, held }: Item): FollowedLink {
  const marks = { growers: growersMark, farms: farmsMark, fields: fieldsMark };
  const stored = { dueTime, pausedTime, held } as Pick<FollowedLink, 'dueTime' | 'pausedTime' | 'held'>;
  return { ...(link as ProviderLink), marks: marks as FollowedLink['marks'], ...stored };
}
