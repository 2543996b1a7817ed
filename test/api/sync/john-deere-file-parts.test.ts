import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import type { StartMessage } from '../../../functions/jobs/sync-files/messages.ts';
import { queueUrl, sqs } from '../cloud.ts';
import { credentialPath } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { type Row, runQuery } from '../query/query.ts';
import { anotherRound, filesOf, roundEnded } from './fetched-files.ts';
import { harvestFilling, ownFarm } from './own-farm.ts';
import { useSandboxes } from './sandboxes.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7401');
const pointsOf = async (svcUserId: string) =>
  (await runQuery<Row[]>(owner, `SELECT COUNT(*) AS n FROM points WHERE svcUserId = '${svcUserId}'`)).body;

test('the pieces of work in a file are one machine file each, and one that the provider has taken out has no points', async () => {
  const second = { days: 30, crop: 'Barley' };
  await farm.file('74010001', harvestFilling({}, second));
  const svcUserId = await farm.user(owner);
  const before = await filesOf(owner, svcUserId);
  expect(before.map(({ status, providerFileId }) => [status, providerFileId])).toEqual([
    ['processed', '74010001'],
    ['processed', '74010001'],
  ]);
  expect(await pointsOf(svcUserId)).toEqual([{ n: 200 }]);

  await farm.file('74010001', harvestFilling({ passes: 2 }));
  await anotherRound(owner, svcUserId);
  const after = await filesOf(owner, svcUserId);
  expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  expect(after.map(({ status }) => status).sort()).toEqual(['failed', 'processed']);
  expect(after.find(({ status }) => status === 'failed')?.fields).toEqual([]);
  expect(await pointsOf(svcUserId)).toEqual([{ n: 50 }]);

  await farm.file('74010001', harvestFilling({ passes: 2 }, second));
  await anotherRound(owner, svcUserId);
  expect((await filesOf(owner, svcUserId)).map(({ status }) => status)).toEqual(['processed', 'processed']);
  expect(await pointsOf(svcUserId)).toEqual([{ n: 150 }]);
});

test('messages that come several times fetch a file once', async () => {
  const svcUserId = await farm.user(owner);
  const credential = (await owner.get<{ id: string }>(credentialPath(svcUserId, 'JohnDeere'))).body;
  await farm.file('74010002', harvestFilling({ days: 60, crop: 'Oats' }));
  const start: StartMessage = {
    step: 'start',
    ...{ ownerId: owner.owner.id, svcUserId, provider: 'JohnDeere', credentialId: credential.id },
  };
  const body = { QueueUrl: queueUrl('file-syncs'), MessageBody: JSON.stringify(start) };
  await Promise.all([1, 2, 3].map(() => sqs.send(new SendMessageCommand(body))));
  await roundEnded();
  expect(await filesOf(owner, svcUserId, '&providerFileId=74010002')).toMatchObject([{ status: 'processed' }]);
  expect(await pointsOf(svcUserId)).toEqual([{ n: 250 }]);
});
