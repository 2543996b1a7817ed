import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test } from 'vitest';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { advance, control, idle, table, variable } from '../cloud.ts';
import { openSession, sendOnlyPart } from '../contract/world.ts';
import { freshOwner } from '../owner.ts';
import { converted } from '../uploads/upload.ts';
import { tracesOf } from './erasure.ts';
import { freshUser, usersPath } from './user.ts';

const configurationsAre = (name: string) =>
  control('POST', '/functions/erase-user/variables', { CONFIGURATIONS_TABLE: name });

afterEach(() => configurationsAre(variable('CONFIGURATIONS_TABLE')));

test('an eraser that fails does not stop the others, and the message continues with the rest', async () => {
  const owner = await freshOwner();
  const { id } = await freshUser(owner);
  await converted(owner, id, 'sample.zip', sampleFieldsZip());
  // The row of a session stays after its completion, too.
  await sendOnlyPart(owner, await openSession(owner, id));
  await openSession(owner, id);
  await owner.post(`/services/config/api/configs/${id}`, { customDataSync: false });
  await idle();

  await configurationsAre('a-table-that-is-not-there');
  await owner.call('DELETE', `${usersPath}/${id}`);
  await idle();
  const tombstone = `users ${owner.owner.id}#${id} ${id}`;
  const progress = { pk: `erasure#${owner.owner.id}#${id}`, sk: 'first' };
  // Shards of the lake's tables note changed rows in the table of operations until they are written, and usage is counted anew after some seconds.
  const later = ['operations', 'consumption'];
  const left = (await tracesOf(id)).map((trace) => trace.split(' ')[0] ?? '').filter((store) => !later.includes(store));
  expect(left.sort()).toEqual(['configurations', 'requests', 'users']);
  const { client, name: TableName } = table('requests');
  const { Item } = await client.send(new GetCommand({ TableName, Key: progress }));
  expect(Item?.done).toContain('uploads');
  expect(Item?.done).toContain('files:incoming/');
  expect(Item?.done).not.toContain('configurations');

  await configurationsAre(variable('CONFIGURATIONS_TABLE'));
  // The second pass comes 17 minutes after the first. A worker that had the message when the variables changed was ended, and its message
  // is hidden for 16 minutes.
  for (const minutes of [2, 16.1, 2.1, 16.1, 2.1]) {
    await advance({ minutes });
    await idle();
    if ((await tracesOf(id)).length === 1) break;
  }
  expect(await tracesOf(id)).toEqual([tombstone]);
});
