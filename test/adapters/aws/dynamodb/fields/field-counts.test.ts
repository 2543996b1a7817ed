import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { countEraser } from '../../../../../adapters/aws/dynamodb/counts/count-eraser.ts';
import { countOf } from '../../../../../adapters/aws/dynamodb/counts/count-of.ts';
import { fieldsEraser } from '../../../../../adapters/aws/dynamodb/erasure/table-erasers.ts';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { newId } from '../../../../../adapters/system.ts';
import { fieldsUnderTest } from './tables-under-test.ts';

const under = await fieldsUnderTest();
const { fields, users, store, writer } = under;

const counts = async (ownerId: string, ...svcUserIds: string[]) =>
  Promise.all([undefined, ...svcUserIds].map((svcUserId) => countOf(fields, ownerId, svcUserId, 'field')));

const some = (svcUserId: string, ids: string[], members = {}) =>
  ids.map((id) => under.newField(svcUserId, { id, ...members }));

test('fields are counted once for the owner and the user, whatever order they are created and deleted in', async () => {
  const { ownerId, svcUserId: ada } = await under.freshUser();
  const { svcUserId: ben } = await under.freshUser(ownerId);
  await writer.create(ownerId, some(ada, ['a', 'b', 'c']));
  await writer.create(ownerId, some(ben, ['a']));
  expect(await counts(ownerId, ada, ben)).toEqual([4, 3, 1]);

  // Repeated work, with one new field among existing ones, and an id that is taken.
  await writer.create(ownerId, some(ada, ['a', 'b', 'd']));
  await expect(store.create(ownerId, under.newField(ada, { id: 'a' }))).rejects.toMatchObject({
    errorKey: 'fieldIdTaken',
  });
  await store.create(ownerId, under.newField(ada, { id: 'e' }));
  expect(await counts(ownerId, ada, ben)).toEqual([6, 5, 1]);

  await store.change(ownerId, ada, 'a', (before) => ({ ...before, field: { ...before.field, name: 'new' } }));
  expect(await store.remove(ownerId, ada, 'a', () => {})).toBe(true);
  expect(await store.remove(ownerId, ada, 'a', () => {})).toBe(false);
  await Promise.all(['b', 'c', 'd'].map((id) => store.remove(ownerId, ada, id, () => {})));
  expect(await counts(ownerId, ada, ben)).toEqual([2, 1, 1]);
});

test('concurrent writers lose no count', async () => {
  const { ownerId, svcUserId } = await under.freshUser();
  const ids = Array.from({ length: 40 }, (_, n) => `f${n}`);
  await Promise.all(ids.map((id) => store.create(ownerId, under.newField(svcUserId, { id }))));
  expect(await counts(ownerId, svcUserId)).toEqual([40, 40]);
});

test('a deleted user is subtracted from the count of the owner once, in any order of erasure', async () => {
  const { ownerId, svcUserId: ada } = await under.freshUser();
  const { svcUserId: ben } = await under.freshUser(ownerId);
  await writer.create(ownerId, some(ada, ['a', 'b', 'c'], { providerName: 'JohnDeere', status: 'PREVIEW' }));
  await writer.create(ownerId, some(ben, ['d']));
  await users.client.send(
    new UpdateCommand({
      TableName: users.name,
      Key: userKey(ownerId, ada),
      UpdateExpression: 'REMOVE revision',
    }),
  );
  const user = { ownerId, svcUserId: ada };
  const eraser = countEraser('fields:counts', fields);
  await eraser.erase(user);
  expect(await counts(ownerId, ada, ben)).toEqual([1, 0, 1]);
  // Deleting a field of the user meanwhile, as merging may, is left to the erasers.
  expect(await store.remove(ownerId, ada, 'a', () => {})).toBe(false);
  await fieldsEraser(fields).erase(user);
  await eraser.erase(user);
  expect(await counts(ownerId, ada, ben)).toEqual([1, 0, 1]);
  const left = await under.everything('fields');
  expect(left.filter((item) => JSON.stringify(item).includes(ada))).toEqual([]);
});

test('the counts of another owner are its own', async () => {
  const { ownerId, svcUserId } = await under.freshUser();
  await writer.create(ownerId, some(svcUserId, ['a']));
  expect(await counts(newId(), svcUserId)).toEqual([0, 0]);
});
