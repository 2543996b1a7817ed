import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { changeTokens } from '../../../../../adapters/aws/dynamodb/credentials/change-tokens.ts';
import { credentialKey } from '../../../../../adapters/aws/dynamodb/credentials/credential-item.ts';
import { erasePartition } from '../../../../../adapters/aws/dynamodb/erasure/erase-partition.ts';
import { documentClient } from '../../../../../adapters/aws/dynamodb/table.ts';
import { downloadMarks } from '../../../../../adapters/aws/dynamodb/transport/download-marks.ts';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { newId } from '../../../../../adapters/system.ts';
import { startForTests } from '../../../../local/dynamodb/engine-under-test.ts';
import { definitionOf } from '../table-definition.ts';

const { engine, clock, client } = await startForTests();
for (const name of ['credentials', 'users'] as const) await engine.ensureTable(definitionOf(name));
const document = documentClient(client);
const [credentials, users] = [
  { client: document, name: 'credentials' },
  { client: document, name: 'users' },
];

async function freshUser() {
  const [ownerId, svcUserId] = [newId(), newId()];
  await document.send(new PutCommand({ TableName: 'users', Item: { ...userKey(ownerId, svcUserId), revision: 1 } }));
  return { ownerId, svcUserId };
}

test('change tokens are those of one list and one consent, and end after 90 days', async () => {
  const user = await freshUser();
  const tokens = changeTokens(credentials, clock);
  const list = { ...user, provider: 'JohnDeere', credentialId: 'c', list: '/organizations/1/fields?embed=x' } as const;
  await tokens.put(list, 'before the credential is there');
  expect(await tokens.get(list)).toBeUndefined();
  const Item = {
    ...credentialKey(user.ownerId, user.svcUserId, 'JohnDeere'),
    credentialId: 'c',
    ownerKey: user.ownerId,
  };
  await document.send(new PutCommand({ TableName: 'credentials', Item }));
  await tokens.put(list, 's-1');
  expect(await tokens.get(list)).toBe('s-1');
  expect(await tokens.get({ ...list, list: '/organizations/2/fields?embed=x' })).toBeUndefined();
  expect(await tokens.get({ ...list, credentialId: 'd' })).toBeUndefined();
  expect(await tokens.get({ ...list, renewedTime: '2026-11-24T00:00:00Z' })).toBeUndefined();
  await tokens.drop(list);
  expect(await tokens.get(list)).toBeUndefined();
  await tokens.put(list, 's-2');
  clock.advance(91 * 24 * 60 * 60_000);
  expect(await tokens.get(list)).toBeUndefined();
});

test('marks of downloads are in the partition of their user, and none is written for a deleted one', async () => {
  const user = await freshUser();
  const marks = downloadMarks({ credentials, users }, user, clock);
  const mark = { uploadId: 'u', partBytes: 8, total: 100, etag: '"e"' };
  await marks.put('uploads/x', mark);
  expect(await marks.get('uploads/x')).toEqual(mark);
  await erasePartition(credentials, `${user.ownerId}#${user.svcUserId}`);
  expect(await marks.get('uploads/x')).toBeUndefined();
  const gone = { ownerId: user.ownerId, svcUserId: newId() };
  await expect(downloadMarks({ credentials, users }, gone, clock).put('uploads/x', mark)).rejects.toThrow('user');
});
