import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPointLayer } from '../../../domain/machine-files/points/point-layer.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { expectProblem } from '../contract/problem.ts';
import { operationsService, processed } from '../machine-files/batch.ts';
import { fieldAround } from '../machine-files/field-around.ts';
import { freshOwner, request } from '../owner.ts';
import { askUntil } from '../send-form.ts';
import { freshUser } from '../users/user.ts';
import { freshLink, freshSession, haveAppKey, type LinkTypeName } from './link.ts';

const owner = await freshOwner();
await haveAppKey(owner);

async function keyOf(svcUserId: string, type: LinkTypeName): Promise<string> {
  return (await freshSession((await freshLink(owner, svcUserId, type)).id)).apiKey;
}

test('the key of a file link reads the points of its user’s files, and of nothing else', async () => {
  const { id: svcUserId } = await freshUser(owner);
  await fieldAround(owner, svcUserId, 0, 3);
  const { files } = await processed(owner, svcUserId, 'north.zip', zipOf({ 'a.csv': harvestCsv() }));
  const ofFile = `${operationsService}/files/${files[0]?.id}/pointLayers`;
  const key = await keyOf(svcUserId, 'file-upload');
  const ask = <T>(path: string, apiKey: string) => request<T>('GET', path, { headers: { 'x-api-key': apiKey } });

  const { status, body: layers } = await ask<{ property: string }[]>(ofFile, key);
  expect(status).toBe(200);
  expect(layers.map(({ property }) => property)).toContain('wetMassPerArea');
  const headers = { 'x-api-key': key, accept: 'application/vnd.furrow.link+json' };
  const { body: link } = await request<{ url: string }>('GET', `${ofFile}/wetMassPerArea`, { headers });
  const layer = readPointLayer(gunzipSync(Buffer.from(await (await fetch(link.url)).arrayBuffer())));
  expect(layer.header).toMatchObject({ property: 'wetMassPerArea', count: layer.lon.length });

  const other = await keyOf((await freshUser(owner)).id, 'file-upload');
  for (const path of [ofFile, `${ofFile}/wetMassPerArea`]) {
    expectProblem(await ask(path, other), 404);
    for (const type of ['provider', 'authentication'] as const) {
      expectProblem(await ask(path, await keyOf(svcUserId, type)), 403, 'linkDoesNotAllow');
    }
  }
  const [work] = await askUntil<{ id: string }[]>(
    owner,
    `${operationsService}/operations?svcUserId=${svcUserId}`,
    (listed) => listed.length > 0,
    60_000,
  );
  const ofOperation = `${operationsService}/operations/${work?.id}/pointLayers`;
  for (const path of [ofOperation, `${ofOperation}/speed`, `${operationsService}/files/${files[0]?.id}/units`]) {
    expectProblem(await ask(path, key), 401);
  }
});
