import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import { type Field, type MergeProblem, mergeProblems } from '../../../../domain/fields/field.ts';
import { type FieldEventSource, mergedFieldChanged } from '../../../../domain/fields/field-events.ts';
import type { Member } from '../../../../domain/merging/group.ts';
import type { MergedField } from '../../../../domain/merging/merged-field.ts';
import { eventWrite } from '../events/event-item.ts';
import { fieldFromItem, fieldKey, fieldToItem, type StoredField } from '../fields/field-item.ts';
import { fieldTraitWrites } from '../fields/field-traits.ts';
import { countFields, type FieldWriterServices } from '../fields/field-writes.ts';
import { activeBoundary, cellWrites, fieldWrite, statusWrites, versionWrites } from '../fields/version-writes.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';

/**
 * Writes a MERGED field, its new version and its id in its sources: with 50 sources about 75 items of the 100 of a
 * transaction. It has no usage fact, since its sources have.
 */
export async function writeMergedField(
  services: FieldWriterServices,
  ownerId: string,
  { field, boundary }: MergedField,
  before: Member | undefined,
  sources: Member[],
): Promise<boolean> {
  const { fields, users } = services;
  const { svcUserId } = field;
  const stored = before && (await readStored(services, ownerId, before.field));
  if (before && stored?.active?.id !== before.boundary?.id) return false;
  const active = boundary ? activeBoundary(boundary, stored) : stored?.active;
  const written = { field, active, revision: (stored?.revision ?? 0) + 1 };
  const Item = fieldToItem(ownerId, written);
  const writes = [
    fieldWrite(fields.name, Item, stored?.revision),
    mergedEvent(services, ownerId, field, before, sources),
    ...(boundary ? await versionWrites(services, ownerId, field, boundary) : []),
    ...(boundary ? cellWrites(services, ownerId, field, stored?.active, active, boundary) : []),
    ...(boundary && stored?.active ? retire(services, ownerId, field, stored.active.id) : []),
    ...fieldTraitWrites(fields, ownerId, stored, written),
    ...(stored ? [] : countFields(services, ownerId, field, 1)),
    ...sources.map((source) => pointTo(fields.name, ownerId, source, field)),
    userExists(users, ownerId, svcUserId),
  ];
  const failed = await transact(fields.client, writes);
  if (failed === writes.length - 1) throw notFound('user', svcUserId);
  return failed === undefined;
}

/** Removes a field from its MERGED field, and stores the reason. False if it was changed or deleted meanwhile. */
export async function setApart(
  { fields, users }: FieldWriterServices,
  ownerId: string,
  { svcUserId, id, mergedFieldId }: Field,
  problem: MergeProblem | undefined,
): Promise<boolean> {
  const failed = await transact(fields.client, [
    {
      Update: {
        TableName: fields.name,
        Key: fieldKey(ownerId, svcUserId, id),
        UpdateExpression: `ADD revision :one REMOVE field.mergedFieldId${
          problem ? ' SET field.mergeProblem = :problem' : ', field.mergeProblem'
        }`,
        ConditionExpression: `attribute_exists(field) AND ${pointed(mergedFieldId)}`,
        ExpressionAttributeValues: {
          ':one': 1,
          ...(problem && { ':problem': { code: problem, message: mergeProblems[problem] } }),
          ...(mergedFieldId !== undefined && { ':was': mergedFieldId }),
        },
      },
    },
    userExists(users, ownerId, svcUserId),
  ]);
  if (failed === 1) throw notFound('user', svcUserId);
  return failed === undefined;
}

async function readStored(
  { fields }: FieldWriterServices,
  ownerId: string,
  { svcUserId, id }: Field,
): Promise<StoredField | undefined> {
  const Key = fieldKey(ownerId, svcUserId, id);
  const { Item } = await fields.client.send(new GetCommand({ TableName: fields.name, Key, ConsistentRead: true }));
  return Item && fieldFromItem(Item);
}

/** Conditional on the source's boundary and merged field, so that a changed source is processed again. */
function pointTo(TableName: string, ownerId: string, { field, boundary }: Member, merged: Field): Write {
  return {
    Update: {
      TableName,
      Key: fieldKey(ownerId, field.svcUserId, field.id),
      UpdateExpression: 'ADD revision :one SET field.mergedFieldId = :merged REMOVE field.mergeProblem',
      ConditionExpression: `active.id = :boundary AND ${pointed(field.mergedFieldId)}`,
      ExpressionAttributeValues: {
        ':one': 1,
        ':merged': merged.id,
        ':boundary': boundary?.id,
        ...(field.mergedFieldId !== undefined && { ':was': field.mergedFieldId }),
      },
    },
  };
}

/** The condition that a field's MERGED field is unchanged since it was read. */
function pointed(mergedFieldId: string | undefined): string {
  return mergedFieldId === undefined ? 'attribute_not_exists(field.mergedFieldId)' : 'field.mergedFieldId = :was';
}

function retire(services: FieldWriterServices, ownerId: string, field: Field, id: string): Write[] {
  return statusWrites(services, ownerId, field, { id, status: 'INACTIVE', updatedTime: field.updatedTime });
}

function mergedEvent(
  { events, newId }: FieldWriterServices,
  ownerId: string,
  { svcUserId, id: fieldId, updatedTime }: Field,
  before: Member | undefined,
  sources: Member[],
): Write {
  const type = before ? 'mergedFieldUpdated' : 'mergedFieldCreated';
  const source: FieldEventSource = sources.some(({ field }) => field.providerName !== undefined) ? 'SYNC' : 'REST';
  const ids = { id: newId(), ownerId, svcUserId, fieldId };
  return eventWrite(events, mergedFieldChanged(type, ids, source, Date.parse(updatedTime)));
}
