import { beforeAll, expect, test } from 'vitest';
import { mixedTaskData } from '../../adapters/machine-files/mixed-task-data.ts';
import { taskDataZip } from '../../adapters/machine-files/task-data.ts';
import { idle, table } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { endedBatch, operationsService, processed, type ShownBatch, type ShownFile } from './batch.ts';
import { usageOf } from './stored-records.ts';

let owner: TestOwner;
beforeAll(async () => {
  owner = await freshOwner();
});

const width = { ddi: '0043', value: () => 3_000 };
const seeds = { ddi: '000C', value: () => 8_000 };
const litres = { ddi: '0002', value: () => 2_000_000 };
const kilograms = { ddi: '0007', value: () => 18_000 };

/** A terminal's record of a season: seed, fertilizer, spray, and a task that did both at once. The seed is of no named crop. */
const season = mixedTaskData([
  taskDataZip([seeds, width], { crop: '' }),
  taskDataZip([kilograms, width], { crop: 'Barley' }),
  taskDataZip([litres, width], { crop: 'Barley' }),
  taskDataZip([seeds, litres, width], { crop: 'Oats' }),
]);

const kindsOf = (files: ShownFile[]) =>
  files.map(({ part, operationType, status }) => [part?.taskId, operationType, status]);

/** The files of a batch in the order in which they were found. */
async function inOrder(ended: Promise<Ended> | Ended): Promise<Ended> {
  const { batch, files } = await ended;
  return { batch, files: batch.svcFiles.flatMap((id) => files.find((file) => file.id === id) ?? []) };
}

interface Ended {
  batch: ShownBatch;
  files: ShownFile[];
}

test('each task and kind of work of a set is a file of the batch', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { batch, files } = await inOrder(processed(owner, svcUserId, 'season.zip', season));
  expect(batch.status).toBe('PROCESSED');
  expect(kindsOf(files)).toEqual([
    ['TSK1', 'planted', 'failed'],
    ['TSK1001', 'applied', 'processed'],
    ['TSK2001', 'applied', 'processed'],
    ['TSK3001', 'planted', 'processed'],
    ['TSK3001', 'applied', 'processed'],
  ]);
  const { body: status } = await owner.get<{ converted: unknown; failed: Record<string, unknown> }>(
    `${operationsService}/batch/${batch.id}/status`,
  );
  expect(status.converted).toEqual({ svcFiles: files.slice(1).map(({ id }) => id) });
  expect(status.failed).toMatchObject({ standardGeojson: { svcFiles: [files[0]?.id] } });
  await idle();
  expect((await usageOf(svcUserId)).filter(({ product }) => product === 'machineFiles')).toHaveLength(4);

  // The crop is given later, and what was converted stays.
  const retried = await owner.call<ShownBatch>('PUT', `${operationsService}/batch/${batch.id}/retry?crop=Winterweizen`);
  expect(retried).toMatchObject({ status: 200, body: { crop: 'winter wheat' } });
  await endedBatch(owner, batch.id);
  const { body } = await owner.get<ShownFile[]>(`${operationsService}/files?batchId=${batch.id}`);
  const { files: again } = await inOrder({ batch, files: body });
  expect(again.map(({ id, status }) => [id, status])).toEqual(files.map(({ id }) => [id, 'processed']));
  expect(again[0]?.summary?.properties).toMatchObject({ crop: ['winter wheat'] });
  expect(again.slice(1)).toEqual(files.slice(1));

  // A second upload has one more task, and only that one counts.
  const grown = mixedTaskData([
    taskDataZip([seeds, width], { crop: '' }),
    taskDataZip([kilograms, width], { crop: 'Barley' }),
    taskDataZip([litres, width], { crop: 'Barley' }),
    taskDataZip([seeds, litres, width], { crop: 'Oats' }),
    taskDataZip([kilograms, width], { crop: 'Barley', records: 40 }),
  ]);
  const second = await inOrder(processed(owner, svcUserId, 'grown.zip', grown));
  expect(second.files.map(({ duplicateOf }) => duplicateOf)).toEqual([
    undefined,
    ...files.slice(1).map(({ id }) => id),
    undefined,
  ]);
  expect(second.files[0]?.status).toBe('failed');
  await idle();
  expect((await usageOf(svcUserId)).filter(({ product }) => product === 'machineFiles')).toHaveLength(6);

  expect((await owner.call('DELETE', `${usersPath}/${svcUserId}`)).status).toBe(204);
  await idle();
  // The note for the table of files goes when the table has been written again.
  const left = (await Promise.all(files.map(({ id }) => itemsNaming(table('operations'), id)))).flat();
  expect(left.filter(({ sk }) => !String(sk).startsWith('noted#'))).toEqual([]);
});

test('a crop can be sent with the upload, and has to be a known one', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const zip = taskDataZip([seeds, width], { crop: '' });
  const refused = await processed(owner, `${svcUserId}&crop=---`, 'seed.zip', zip).catch(String);
  expect(refused).toContain('must be the name of a crop');
  const { batch, files } = await processed(owner, `${svcUserId}&crop=Raps`, 'seed.zip', zip);
  expect(batch.crop).toBe('rapeseed');
  expect(files).toMatchObject([{ status: 'processed', summary: { properties: { crop: ['rapeseed'] } } }]);
});
