import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { SubjectGone, type UserSubject } from '../../../../domain/work/work-stores.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';

/** The check that a subject exists, part of each write of its items. */
export interface Existence<Subject> {
  check(subject: Subject): Write;
  gone(subject: Subject): SubjectGone;
}

/**
 * The check that the user whose work it is has not been deleted.
 *
 * @example workList({ table: fields, existence: existingUser(users), partitionOf, prefix, nameOf, newId });
 */
export function existingUser(users: Table): Existence<UserSubject> {
  return {
    check: ({ ownerId, svcUserId }) => userExists(users, ownerId, svcUserId),
    gone: ({ svcUserId }) => new SubjectGone('user', svcUserId),
  };
}

type Update = Omit<UpdateCommandInput, 'TableName' | 'Key' | 'UpdateExpression'> & { UpdateExpression: string };

/** Changes an item if a condition holds and its subject exists; false if the condition fails. */
export async function updateOf<Subject>(
  { client, name: TableName }: Table,
  { Key, subject, existence }: { Key: Item; subject: Subject; existence: Existence<Subject> | undefined },
  update: Update,
): Promise<boolean> {
  if (!existence) {
    return (await ifHeld(() => client.send(new UpdateCommand({ TableName, Key, ...update })))) !== undefined;
  }
  const failed = await transact(client, [{ Update: { TableName, Key, ...update } }, existence.check(subject)]);
  if (failed === 1) throw existence.gone(subject);
  return failed === undefined;
}
