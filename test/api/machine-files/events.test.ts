import { expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed } from './batch.ts';
import { fieldAround } from './field-around.ts';
import { eventsOf, usageOf } from './stored-records.ts';

test('files and operations publish events each time that they change', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await fieldAround(owner, svcUserId, 0, 2);
  await idle();
  let seen = (await eventsOf(svcUserId)).length;
  const news = async () => {
    await idle();
    const all = await eventsOf(svcUserId);
    const fresh = all.slice(seen);
    seen = all.length;
    return fresh.sort((a, b) => (a.type < b.type ? -1 : 1));
  };

  const content = { 'a.csv': harvestCsv({ passes: 1 }), 'b.csv': harvestCsv({ passes: 1, crop: '' }) };
  const { batch, files } = await processed(owner, svcUserId, 'first.zip', zipOf(content));
  const [good, bad] = files.toSorted((a, b) => (a.status > b.status ? -1 : 1));
  const operationId = expect.any(String);
  expect(await news()).toEqual([
    { type: 'batchUploadProcessingFinished', svcUserId, batchId: batch.id },
    { type: 'operationCreated', svcUserId, operationId },
    { type: 'operationProcessingFinished', svcUserId, operationId },
    {
      ...{ type: 'uploadedFileProcessingFailed', svcUserId, fileId: bad?.id },
      message: 'missing required properties: crop',
    },
    { type: 'uploadedFileProcessingFinished', svcUserId, fileId: good?.id },
  ]);

  const later = await processed(owner, svcUserId, 'c.csv', harvestCsv({ passes: 2, days: 3 }));
  expect((await news()).map(({ type }) => type)).toEqual([
    'batchUploadProcessingFinished',
    'operationProcessingFinished',
    'operationUpdated',
    'uploadedFileProcessingFinished',
  ]);

  const ids = [good?.id, later.files[0]?.id];
  const { body: merged } = await owner.post<{ id: string }>(`${operationsService}/files/merge`, { ids });
  expect(await news()).toEqual([{ type: 'mergedFileProcessingFinished', svcUserId, fileId: merged.id }]);

  // A pass is 0.05 ha. Files that failed, were merged or were sent twice are not counted.
  await processed(owner, svcUserId, 'again.csv', harvestCsv({ passes: 2, days: 3 }));
  await idle();
  const counted = (await usageOf(svcUserId)).map(({ product, areaHectares }) => [product, areaHectares]);
  expect(counted.sort()).toEqual([
    ['fieldOperations', 0.15],
    ['machineFiles', 0.05],
    ['machineFiles', 0.1],
  ]);
});
