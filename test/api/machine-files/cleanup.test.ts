import { expect, test } from 'vitest';
import { harvestCsv } from '../../adapters/machine-files/harvest-text.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed } from './batch.ts';

test('a file reports what each rule of the cleanup removed, and its summary what was logged', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  // 19 of 100 records of 20 m2 worked the ground and have no yield.
  const lines = harvestCsv()
    .split('\n')
    .map((line, at) => (at > 0 && at < 20 ? line.replace(',14,5,', ',0,0,') : line));
  const { files } = await processed(owner, svcUserId, 'harvest.csv', lines.join('\n'));
  const area = (value: number) => ({ value: expect.closeTo(value, 6), unit: 'm2' });
  expect(files).toMatchObject([
    {
      status: 'processed',
      pointCounts: { read: 100, kept: 81, dropped: { wetMass: 19 } },
      cleanup: [{ rule: 'wetMass GT 0', points: 19, totalArea: area(380), totalWetMass: { value: 0, unit: 't' } }],
    },
  ]);
  const path = `${operationsService}/files/${files[0]?.id}`;
  expect((await owner.get(`${path}/summary`)).body).toMatchObject({
    properties: { totalArea: area(1620), logged: { points: 100, totalArea: area(2000) } },
  });
  const { body: steps } = await owner.get<Record<string, { message: string }>>(`${path}/status`);
  expect(steps.cleanupGeojson?.message).toMatch(/^ok; wetMass GT 0 left out 19 points with 380 m2 \(19 %\)/);
});
