import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { Organization } from '../../../../domain/organizations/organization.ts';
import type {
  OrganizationStore,
  OrganizationsOf,
  StoredOrganization,
} from '../../../../domain/organizations/organization-store.ts';
import { eventWrite } from '../events/event-item.ts';
import { userPartition } from '../fields/field-item.ts';
import { indexPage } from '../lists/index-page.ts';
import { sortedPage } from '../lists/sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';

/**
 * Organizations in the partition of their user in the fields table, where they are erased with the user.
 *
 * @example const page = await organizationStore({ fields, users, events }).list({ ownerId, svcUserId, provider }, asked);
 */
export function organizationStore({
  fields,
  users,
  events,
}: Record<'fields' | 'users' | 'events', Table>): OrganizationStore {
  const { client, name: TableName } = fields;
  const prefixOf = ({ provider }: OrganizationsOf) => `organization#${provider}#`;
  const keyOf = (of: OrganizationsOf, id: string) => ({
    pk: userPartition(of.ownerId, of.svcUserId),
    sk: prefixOf(of) + id,
  });

  return {
    list(of, asked) {
      const { pk } = keyOf(of, '');
      const range = { partitionKey: 'pk', partition: pk, sortKey: 'sk', prefix: prefixOf(of) };
      if (asked.sort.length === 0) return indexPage(fields, range, asked, fromItem);
      const hint = 'Leave `sort` out: the list is then in the order of `providerOrgId`.';
      return sortedPage(fields, range, asked, fromItem, { nameOf: ({ providerOrgId }) => providerOrgId, hint });
    },

    async all(of) {
      const found: StoredOrganization[] = [];
      for await (const item of userItems(fields, of.ownerId, of.svcUserId, prefixOf(of))) {
        const { revision, followed } = item;
        found.push({ ...fromItem(item), revision: Number(revision), isFollowed: followed === true });
      }
      return found;
    },

    async get(of, id) {
      const command = new GetCommand({ TableName, Key: keyOf(of, id), ConsistentRead: true });
      const { Item } = await client.send(command);
      return Item && fromItem(Item);
    },

    async choose(of, id, status) {
      const command = new UpdateCommand({
        TableName,
        Key: keyOf(of, id),
        UpdateExpression: `SET organization.#status = :status, revision = revision + :one${status === 'SELECTED' ? '' : ' REMOVE followed'}`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status, ':one': 1 },
        ReturnValues: 'ALL_NEW',
      });
      const changed = (await ifHeld(() => client.send(command)))?.Attributes;
      return changed && fromItem(changed);
    },

    async save(of, before, after, published) {
      const Key = keyOf(of, (after ?? before)?.providerOrgId ?? '');
      const condition = before
        ? { ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': before.revision } }
        : { ConditionExpression: 'attribute_not_exists(pk)' };
      const followed = before?.isFollowed && after?.status === 'SELECTED';
      const Item = {
        ...Key,
        organization: after,
        revision: (before?.revision ?? 0) + 1,
        ...(followed && { followed }),
      };
      const failed = await transact(client, [
        userExists(users, of.ownerId, of.svcUserId),
        after ? { Put: { TableName, Item, ...condition } } : { Delete: { TableName, Key, ...condition } },
        ...published.map((event) => eventWrite(events, event)),
      ]);
      if (failed === 0) throw notFound('user', of.svcUserId);
      return failed === undefined;
    },

    async follow(of, id) {
      const command = new UpdateCommand({
        TableName,
        Key: keyOf(of, id),
        UpdateExpression: 'SET followed = :yes',
        ConditionExpression: 'organization.#status = :selected',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':yes': true, ':selected': 'SELECTED' },
      });
      await ifHeld(() => client.send(command));
    },
  };
}

function fromItem({ organization }: Item): Organization {
  return organization as Organization;
}
