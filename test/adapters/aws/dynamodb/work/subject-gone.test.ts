import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { userLeases } from '../../../../../adapters/aws/dynamodb/work/known-leases.ts';
import { notFound } from '../../../../../domain/errors.ts';
import { sendOverdue } from '../../../../../domain/work/coalesced-work.ts';
import { SubjectGone } from '../../../../../domain/work/work-stores.ts';
import { fieldsUnderTest } from '../fields/tables-under-test.ts';

const under = await fieldsUnderTest();
const { fields, users, clock } = under.tables;
const leases = userLeases('merge', { fields, users, clock });

async function overdueUser() {
  const user = await under.freshUser();
  await leases.makeDue(user);
  return user;
}

describe('the sweep of overdue work', () => {
  test('skips a subject that has been deleted, and sends for the others', async () => {
    const [gone, there] = [await overdueUser(), await overdueUser()];
    const Key = userKey(gone.ownerId, gone.svcUserId);
    await users.client.send(new DeleteCommand({ TableName: users.name, Key }));
    await expect(leases.makeDue(gone)).rejects.toThrow(SubjectGone);
    await expect(leases.makeDue(gone)).rejects.toMatchObject({ status: 404, errorKey: 'userNotFound' });
    const sent: unknown[] = [];
    await sendOverdue({ leases, clock, send: async (user) => void sent.push(user) });
    expect(sent).toEqual([there]);
  });

  test.each([notFound('field', 'f1'), notFound('user', 'u1')])(
    'fails when anything else is missing, and finds the subject again: %s',
    async (missing) => {
      const user = await overdueUser();
      const send = () => Promise.reject(missing);
      await expect(sendOverdue({ leases, clock, send })).rejects.toBe(missing);
      expect(await leases.overdue()).toContainEqual(user);
    },
  );
});
