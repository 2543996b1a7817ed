import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { ownerSlots } from '../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { recordKey } from '../../adapters/aws/dynamodb/operations/operation-item.ts';
import { newId } from '../../adapters/system.ts';
import { limits } from '../../domain/limits.ts';
import { secondsToNextLook } from '../../functions/jobs/process-machine-files/attach-files.ts';
import { harvestCsv, zipOf } from '../adapters/machine-files/harvest-text.ts';
import { advance, cloudClock, idle, table } from './cloud.ts';
import { operationsService, processed, type ShownFile } from './machine-files/batch.ts';
import { fieldAround } from './machine-files/field-around.ts';
import { freshOwner } from './owner.ts';
import { queryNow, sendQuery } from './query/query.ts';
import { freshUser } from './users/user.ts';

/** Lambda stops a function that does not allow chains before the seventeenth invocation. */
const passes = 20;

test('a query keeps waiting for a slot after twenty attempts', async () => {
  const owner = await freshOwner();
  const slots = ownerSlots(table('queries'), { clock: cloudClock, newId });
  const taken = [];
  for (let slot = 0; slot < limits.asynchronousQueries; slot += 1) {
    taken.push(await slots.take(owner.owner.id, limits.asynchronousQueries, 2 * 60 * 60_000));
  }
  const query = (await sendQuery(owner, 'SELECT 1 AS x')).body;
  for (let pass = 0; pass < passes; pass += 1) {
    await idle();
    await advance({ seconds: 31 });
  }
  await idle();
  expect((await queryNow(owner, query.id)).status).toBe('QUEUED');
  for (const slot of taken) await slot?.free();
  await advance({ seconds: 31 });
  await idle();
  expect((await queryNow(owner, query.id)).status).toBe('SUCCEEDED');
});

test('a field keeps waiting for a file that is being processed after twenty looks', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const { files } = await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv() }));
  const { id } = files[0] as ShownFile;
  const operations = table('operations');
  const setStatus = (status: string) =>
    operations.client.send(
      new UpdateCommand({
        TableName: operations.name,
        Key: recordKey(owner.owner.id, id, 'file'),
        UpdateExpression: 'SET #file.#status = :status',
        ExpressionAttributeNames: { '#file': 'file', '#status': 'status' },
        ExpressionAttributeValues: { ':status': status },
      }),
    );
  await setStatus('processing');
  const fieldId = await fieldAround(owner, svcUserId, 0, 1);
  for (let look = 1; look <= passes; look += 1) {
    await idle();
    await advance({ seconds: secondsToNextLook(look) + 1 });
  }
  await idle();
  await setStatus('processed');
  await advance({ seconds: secondsToNextLook(passes + 1) + 1 });
  await idle();
  const file = (await owner.get<ShownFile>(`${operationsService}/files/${id}`)).body;
  expect(file).toMatchObject({ status: 'processed', fields: [fieldId] });
});
