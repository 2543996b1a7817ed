import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { newId } from '../../../adapters/system.ts';
import { runFurrow } from '../../../bin/commands/run-furrow.ts';
import { dayOf } from '../../../domain/weather/days.ts';
import { cloud, cloudClock, table } from '../cloud.ts';
import { fieldsPath, squareAt } from '../fields/field.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { contractsOf, reportOf, untilCounted, writeFact } from './usage.ts';

const again = () => runFurrow(['redrive', 'usage', '--data-dir', cloud.dataDir], {});

test('facts whose counts were lost are counted once, from the first of them on, however often they are counted anew', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const day = (index: number) => dayOf(cloudClock.now() + index * 86_400_000);
  const work = (on: string, west: number) =>
    writeFact(owner, { svcUserId, product: 'machineFiles', day: on, sourceId: newId() }, squareAt(west, 40.01));
  await owner.post(fieldsPath(svcUserId), { geometry: squareAt(10.01, 50.01) });
  await work(day(-200), 10.01);
  await work(day(0), 10.02);
  await untilCounted();
  const { client, name: TableName } = table('consumption');
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  for (const { pk, sk } of Items.filter((item) => String(item.pk).startsWith(owner.owner.id))) {
    await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  }
  // The first use after the loss, before the old facts are counted.
  await work(day(0), 10.03);
  await untilCounted();
  expect((await (await reportOf(owner, 'OPERATIONS_FILE')).range()).areaPerDay).toHaveLength(1);

  expect(await again()).toBe(0);
  await untilCounted();
  const [contract, ...others] = await contractsOf(owner, 'OPERATIONS_FILE');
  expect(others).toEqual([]);
  expect(contract?.startDate.slice(0, 10)).toBe(day(-200));
  const { range, ofUser } = await reportOf(owner, 'OPERATIONS_FILE');
  const { areaPerDay } = await range();
  const [first, last] = [areaPerDay[0], areaPerDay.at(-1)];
  expect(areaPerDay.filter(({ dailyArea }) => dailyArea !== 0).map(({ date }) => date.slice(0, 10))).toEqual([
    day(-200),
    day(0),
  ]);
  expect((last?.totalArea ?? 0) / (first?.totalArea ?? 1)).toBeCloseTo(3, 5);
  const audit = (await (await reportOf(owner, 'AUDIT_FIELDS_BOUNDARY')).daily()).totalUniqueArea;
  expect(audit).toBeGreaterThan(0);

  expect(await again()).toBe(0);
  await untilCounted();
  expect(await range()).toEqual(await (await reportOf(owner, 'OPERATIONS_FILE')).range());
  expect((await range()).areaPerDay).toEqual(areaPerDay);
  expect(await ofUser(svcUserId)).toEqual(areaPerDay);
});
