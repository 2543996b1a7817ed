import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { Operation } from '../../../domain/operations/operation.ts';
import { cloudClock, idle } from '../cloud.ts';
import { credentialPath } from '../credentials/credential.ts';
import { downloaded, operationsService, processed, type ShownFile } from '../machine-files/batch.ts';
import { freshOwner } from '../owner.ts';
import { type Row, runQuery } from '../query/query.ts';
import { hectares, reportOf, untilCounted } from '../usage/usage.ts';
import { anotherRound, filesOf, roundEnded } from './fetched-files.ts';
import { harvestFilling, ownFarm } from './own-farm.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';
import { syncPath } from './status.ts';

useSandboxes();
const owner = await freshOwner();
const farm = await ownFarm('7266');
const harvest = harvestFilling();
await farm.file('72660001', harvest);

// The farm of Climate FieldView is that of all sandboxes; its own layers are too old to be fetched.
const settings = { operationsProcessingRange: 1 };
const layer = '0190f3c4-7c1e-7d3a-9b58-3f2a1c4d7266';
const climate = <T>(method: string, path: string, body?: object) =>
  controlSandbox<T>('ClimateFieldView', method, path, body);
const [first] = (await climate<{ items: { fieldIds: string[]; resourceOwnerId: string }[] }>('GET', '/world/layers'))
  .items;
const now = new Date(cloudClock.now()).toISOString();
await climate('PUT', `/world/layers/${layer}`, {
  ...{ kind: 'asHarvested', fieldIds: first?.fieldIds, resourceOwnerId: first?.resourceOwnerId, filling: harvest },
  ...{ startTime: now, endTime: now, createdAt: now, updatedAt: now },
});
afterAll(() => climate('DELETE', `/world/layers/${layer}`));

const deliver = {
  async Svc(svcUserId: string) {
    await processed(owner, svcUserId, 'sent.zip', Buffer.from(harvest.base64, 'base64'));
    await idle();
  },
  async JohnDeere(svcUserId: string) {
    await anotherRound(owner, svcUserId);
  },
  async ClimateFieldView(svcUserId: string) {
    await sandboxCredential(owner, svcUserId, 'ClimateFieldView');
    await roundEnded();
  },
};
type Source = keyof typeof deliver;

/** A user to whom sources deliver the same bytes, one after the other. */
async function userOf(sources: readonly Source[], more: object = {}): Promise<string> {
  const svcUserId = await farm.selected(owner, { ...settings, operationsAutoSync: false, ...more });
  for (const source of sources) {
    // John Deere's credential is there from the beginning, since it has the field.
    const operationsAutoSync = source !== 'Svc';
    await owner.call('PATCH', `/services/config/api/configs/${svcUserId}`, { json: { operationsAutoSync } });
    await deliver[source](svcUserId);
  }
  return svcUserId;
}

const operationsOf = async (svcUserId: string, query = '') =>
  (await owner.get<Operation[]>(`${operationsService}/operations?svcUserId=${svcUserId}${query}`)).body;

const pointsBySource = (svcUserId: string) =>
  rowsOf(
    `SELECT provider, COUNT(*) AS n FROM points WHERE svcUserId = '${svcUserId}' GROUP BY provider ORDER BY provider`,
  );

const rowsOf = async (sql: string) => (await runQuery<Row[]>(owner, sql)).body;

async function explained(svcUserId: string, fileId: string | undefined) {
  const path = `${syncPath(svcUserId)}/explain?fileId=${fileId}`;
  return (await owner.get<{ isThere: boolean; reasons: { code: string; message: string }[] }>(path)).body;
}

/** What the guide to queries asks to count ground once. */
async function guideSql(svcUserId: string): Promise<string> {
  const guide = await readFile(new URL('../../../docs/guide-queries.md', import.meta.url), 'utf8');
  const section = guide.split('## The same work from two providers')[1] ?? '';
  return (/query "(?<sql>[^"]+)"/.exec(section)?.groups?.sql ?? '').replace('$SVC_USER', svcUserId);
}

/** Each source has a file, an operation and points of its own. */
async function expectSources(svcUserId: string, sources: readonly Source[]): Promise<void> {
  const sorted = sources.toSorted();
  const files = await filesOf(owner, svcUserId, '&status=processed');
  expect(files.map(({ provider }) => provider).sort()).toEqual(sorted);
  expect(files.flatMap(({ duplicateOf }) => duplicateOf ?? [])).toEqual([]);
  for (const provider of sorted) {
    const own = files.find((file) => file.provider === provider);
    expect(await operationsOf(svcUserId, `&provider=${provider}`)).toMatchObject([
      { files: [own?.id], providers: [provider] },
    ]);
    const others = await explained(svcUserId, own?.id);
    expect(others.isThere).toBe(true);
    expect(others.reasons.map(({ code }) => code)).toEqual(sorted.slice(1).map(() => 'fileFromTwoProviders'));
  }
  expect(await operationsOf(svcUserId)).toHaveLength(sorted.length);
  expect(await pointsBySource(svcUserId)).toEqual(sorted.map((provider) => ({ provider, n: 100 })));
  expect(await rowsOf(await guideSql(svcUserId))).toEqual([{ operationType: 'harvested', hectares: 0.2 }]);
}

const all = ['ClimateFieldView', 'JohnDeere', 'Svc'] as const;

test('the same bytes from two providers and an upload have three sources, and ground is counted once', async () => {
  await owner.call('PATCH', '/services/config/api/configs', hectares);
  const svcUserId = await userOf(['Svc', 'JohnDeere', 'ClimateFieldView']);
  await expectSources(svcUserId, all);
  const alone = await userOf(['Svc']);
  await untilCounted();
  for (const product of ['OPERATIONS_FILE', 'OPERATIONS_OPERATION'] as const) {
    const report = await reportOf(owner, product);
    const [one, three] = [await report.ofUser(alone), await report.ofUser(svcUserId)];
    expect(one.at(-1)?.totalArea).toBeGreaterThan(0.2);
    expect(three).toEqual(one);
  }
});

test('which source was first decides nothing: neither when its credential goes nor when all files are processed again', async () => {
  const svcUserId = await userOf(['ClimateFieldView', 'JohnDeere', 'Svc']);
  await expectSources(svcUserId, all);
  await owner.call('DELETE', credentialPath(svcUserId, 'ClimateFieldView'));
  await idle();
  await expectSources(svcUserId, all);
  await owner.post(`${operationsService}/files/reprocess`, { svcUserId });
  await idle();
  await expectSources(svcUserId, all);
});

test('where operations are not split by provider, the same bytes are one operation, whose ground counts once', async () => {
  const svcUserId = await userOf(['ClimateFieldView', 'Svc', 'JohnDeere'], { splitOperationsByProvider: false });
  const files = await filesOf(owner, svcUserId, '&status=processed');
  const [operation, ...others] = await operationsOf(svcUserId);
  expect(others).toEqual([]);
  expect(operation?.files.toSorted()).toEqual(files.map(({ id }) => id).sort());
  expect(operation?.providers.toSorted()).toEqual(all);
  expect(operation?.repeatedFiles).toHaveLength(2);
  const merged = await owner.post<{ errorKey: string }>(`${operationsService}/files/merge`, { ids: operation?.files });
  expect([merged.status, merged.body.errorKey]).toEqual([400, 'filesAlike']);
  const path = `${operationsService}/operations/${operation?.id}`;
  const { body: summary } = await owner.get<Operation['summary']>(`${path}/summary`);
  expect(summary.properties.totalArea).toMatchObject({ value: expect.closeTo(2000, 0), unit: 'm2' });
  const points = await downloaded(owner, `${path}/download/standardGeojson`);
  expect(((await points.json()) as { features: unknown[] }).features).toHaveLength(100);

  const { svcFileId } = (
    await owner.post<{ svcFileId: string }>(`${operationsService}/operations/cropOperationByField`, {
      id: operation?.id,
    })
  ).body;
  await idle();
  const cropped = (await owner.get<ShownFile>(`${operationsService}/files/${svcFileId}`)).body;
  expect(cropped).toMatchObject({ status: 'processed', pointCounts: { kept: 100 } });
});

test('the same bytes under two ids of one provider count once, also after another consent', async () => {
  const other = await ownFarm('7269');
  await other.file('72690001', harvest);
  const svcUserId = await other.user(owner, settings);
  await deliver.Svc(svcUserId);
  await owner.call('DELETE', credentialPath(svcUserId, 'JohnDeere'));
  await idle();
  await other.file('72690002', harvest);
  await sandboxCredential(owner, svcUserId, 'JohnDeere');
  await idle();
  const organizations = `/services/usermanagement/api/users/${svcUserId}/JohnDeere/organizations`;
  await owner.post(`${organizations}/sync`);
  await idle();
  await owner.call('PATCH', `${organizations}/7269/SELECTED`);
  await roundEnded();
  await anotherRound(owner, svcUserId);
  const files = await filesOf(owner, svcUserId, '&status=processed');
  const [before, after] = ['72690001', '72690002'].map((id) => files.find((file) => file.providerFileId === id));
  expect(before).not.toHaveProperty('duplicateOf');
  expect(after).toMatchObject({ duplicateOf: before?.id });
  expect(await explained(svcUserId, after?.id)).toMatchObject({
    isThere: true,
    reasons: [{ code: 'fileRepeated', message: expect.stringContaining(before?.id ?? '') }],
  });
  expect(await pointsBySource(svcUserId)).toEqual([
    { provider: 'JohnDeere', n: 100 },
    { provider: 'Svc', n: 100 },
  ]);
});

test('work that a provider takes out of a file counts where the provider also has it in another one', async () => {
  const [kept, left] = [{ passes: 1 }, { passes: 2, days: 3 }];
  const other = await ownFarm('7267');
  await other.file('72670001', harvestFilling(kept, left));
  const svcUserId = await other.user(owner, settings);
  await other.file('72670002', harvestFilling(left));
  await anotherRound(owner, svcUserId);
  const points = `SELECT COUNT(*) AS n FROM points WHERE svcUserId = '${svcUserId}'`;
  expect(await rowsOf(points)).toEqual([{ n: 75 }]);
  await other.file('72670001', harvestFilling(kept));
  await anotherRound(owner, svcUserId);
  const [repeated] = await filesOf(owner, svcUserId, '&providerFileId=72670002');
  expect(repeated).not.toHaveProperty('duplicateOf');
  expect(await rowsOf(points)).toEqual([{ n: 75 }]);
});

test("of a provider's two accounts of one work one counts, also where an upload had the same bytes before", async () => {
  const other = await ownFarm('7268');
  await other.file('72680001', harvest);
  await other.operation('b3AtNzI2OA', harvestFilling({ crop: 'Barley' }));
  const svcUserId = await other.selected(owner, { ...settings, operationsAutoSync: false });
  await deliver.Svc(svcUserId);
  await owner.call('PATCH', `/services/config/api/configs/${svcUserId}`, { json: { operationsAutoSync: true } });
  await anotherRound(owner, svcUserId);
  expect(await pointsBySource(svcUserId)).toEqual([
    { provider: 'JohnDeere', n: 100 },
    { provider: 'Svc', n: 100 },
  ]);
});
