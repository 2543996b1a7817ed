import { expect, test } from 'vitest';
import { Problem } from '../../../../domain/errors.ts';
import type { SoilRefusal } from '../../../../domain/soil/soil-reader.ts';
import { dryRun } from '../../../../functions/areas/soil/batch/dry-run.ts';

const refusing = (refusal: SoilRefusal) =>
  dryRun(
    'owner',
    'user',
    [{ fileName: 'lab.zip', contentType: 'application/zip', content: Buffer.from('zip') }],
    {},
    {
      clock: { now: () => 0 },
      reader: { read: async () => ({ refusal }) },
      soil: {} as Parameters<typeof dryRun>[4]['soil'],
    },
  );

test('a dry run of a shapefile while GDAL is made is 503, since it says nothing of the zip', async () => {
  const refused = refusing({ key: 'engineMissing', message: 'Shapefiles need GDAL.' });
  await expect(refused).rejects.toThrow(Problem);
  await expect(refused).rejects.toMatchObject({ status: 503, message: 'Shapefiles need GDAL.', retryAfterSeconds: 20 });
});

test('any other refusal is what the zip would become', async () => {
  const { entries } = await refusing({ key: 'readingFailed', message: 'The zip could not be read.' });
  expect(entries).toMatchObject([{ fileName: 'lab.zip', status: 'FAILED', errorKey: 'readingFailed' }]);
});
