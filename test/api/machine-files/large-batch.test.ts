import { expect, test } from 'vitest';
import { taskDataZip } from '../../adapters/machine-files/task-data.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { uploadService } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';
import { endedBatch, operationsService, type ShownBatch, type ShownFile } from './batch.ts';

const sessions = `${uploadService}/upload-sessions`;

test('the crop of an upload session is that of the files of its batch', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const zip = taskDataZip(
    [
      { ddi: '000C', value: () => 8_000 },
      { ddi: '0043', value: () => 3_000 },
    ],
    { crop: '' },
  );
  const wanted = { svcUserId, target: 'machineFiles', fileName: 'seed.zip', sizeBytes: zip.length };
  const refused = expectProblem(await owner.post(sessions, { ...wanted, crop: '---' }), 400);
  expect(refused.fieldErrors?.[0]?.field).toBe('crop');

  const { status, body: session } = await owner.post<{ id: string }>(sessions, { ...wanted, crop: 'Raps' });
  expect(status).toBe(201);
  const at = `${sessions}/${session.id}`;
  const { body: signed } = await owner.post<{ parts: { url: string }[] }>(`${at}/parts`, { partNumbers: [1] });
  const put = { method: 'PUT', body: new Uint8Array(zip) };
  expect((await fetch(signed.parts[0]?.url ?? '', put)).status).toBe(200);
  const { body: batch } = await owner.post<ShownBatch>(`${at}/complete`);
  expect(batch).toMatchObject({ id: session.id, crop: 'rapeseed' });
  expect((await endedBatch(owner, batch.id)).status).toBe('PROCESSED');
  const { body: files } = await owner.get<ShownFile[]>(`${operationsService}/files?batchId=${batch.id}`);
  expect(files).toMatchObject([{ status: 'processed', summary: { properties: { crop: ['rapeseed'] } } }]);
});
