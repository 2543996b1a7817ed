import { expect, test } from 'vitest';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { processed } from './batch.ts';

test('a table that is not recognised is answered with its columns and the required ones', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const work = harvestCsv().replace('Yield Mass(tonne/ha)', 'Opbrengst');
  const { batch, files } = await processed(owner, svcUserId, 'ernte.csv', work);
  expect(batch).toMatchObject({ status: 'FAILED', statusDetails: expect.stringContaining('unsupported operation') });
  expect(files).toMatchObject([
    {
      status: 'failed',
      problems: [{ hint: expect.stringMatching(/"Opbrengst".*but Yield Mass\(t\/ha\) is missing/) }],
    },
  ]);

  const { batch: soil } = await processed(owner, svcUserId, 'soil.csv', 'Sample,pH\n1,6.4\n');
  expect(soil).toMatchObject({
    status: 'FAILED',
    problems: [{ code: 'unrecognisedFile', hint: expect.stringMatching(/"Sample" and "pH".*Longitude, Latitude/) }],
  });
});
