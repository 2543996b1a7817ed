import { expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { sprayRecords, sprayShapefile } from '../../adapters/machine-files/spray-shapefile.ts';
import { idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { shapefile, square, zip } from '../uploads/boundary-files.ts';
import { converted } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed, type ShownFile } from './batch.ts';

test('truncated machine files are processed as far as they go, and say so, also when they are processed again', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const parts = sprayShapefile('spray', sprayRecords(60));
  const { 'spray.dbf': table = Buffer.alloc(0) } = parts;
  const garbled = Buffer.from(zipOf({ 'harvest.csv': harvestCsv({ records: 2_500 }) }));
  const at = Math.floor(garbled.length * 0.7);
  garbled.fill(0xff, at, at + 200);
  const upload = zipOf({ ...parts, 'spray.dbf': table.subarray(0, table.length / 2), 'garbled.zip': garbled });
  const { batch, files } = await processed(owner, svcUserId, 'cut.zip', upload);
  expect(batch.status).toBe('PROCESSED');
  const reports = (shown: ShownFile[]) =>
    Object.fromEntries(
      shown.map(({ fileName, status, problems }) => [fileName.split('/').at(-1), { status, problems }]),
    );
  const expected = {
    'spray.shp': {
      status: 'processed',
      problems: [{ code: 'lessThanStated', message: expect.stringMatching(/^Only 2\d of 60 rows are there/) }],
    },
    'harvest.csv': {
      status: 'processed',
      problems: expect.arrayContaining([
        expect.objectContaining({
          code: 'entryDamaged',
          severity: 'warning',
          message: expect.stringMatching(/\d+ .*\d+/),
        }),
      ]),
    },
  };
  expect(reports(files)).toMatchObject(expected);

  const [harvest] = files.filter(({ fileName }) => fileName.endsWith('harvest.csv'));
  expect((await owner.post(`${operationsService}/files/${harvest?.id}/reprocess`)).status).toBe(202);
  await idle();
  const { body } = await owner.get<ShownFile>(`${operationsService}/files/${harvest?.id}`);
  expect(reports([body])).toMatchObject({ 'harvest.csv': expected['harvest.csv'] });
});

test('boundaries of a truncated shapefile become fields as far as it goes, with both numbers', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const parts = shapefile(square(12, 52));
  const { dbf = Buffer.alloc(0) } = parts;
  dbf.writeUInt32LE(5, 4);
  const files = Object.fromEntries(Object.entries(parts).map(([ending, content]) => [`farm.${ending}`, content]));
  const { upload, entries } = await converted(owner, svcUserId, 'farm.zip', zip(files));
  expect(upload.status).toBe('PROCESSED');
  expect(entries).toMatchObject([{ status: 'PARTIALLY_FINISHED', fieldId: [expect.any(String)] }]);
  expect(entries[0]?.createFieldErrorDetails.join()).toContain("Only 1 of the file's 5 features");
});
