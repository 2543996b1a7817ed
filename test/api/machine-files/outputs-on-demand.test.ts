import { expect, test } from 'vitest';
import { readerVersion } from '../../../domain/machine-files/points/reader-version.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { advance, files, idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, operationsService, processed } from './batch.ts';
import { fieldAround } from './field-around.ts';

async function cached({ owner }: TestOwner): Promise<string[]> {
  const names: string[] = [];
  for await (const key of files.list(`cache/${owner.id}/`)) names.push(key.split('/').at(-1) ?? '');
  return names.sort();
}

const pointsIn = async (response: Response) => ((await response.json()) as { features: unknown[] }).features.length;

test('outputs are made once when they are downloaded, kept for a week, made again, and erased with their user', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await fieldAround(owner, svcUserId, 0, 3);
  const { files: found } = await processed(owner, svcUserId, 'north.zip', zipOf({ 'a.csv': harvestCsv() }));
  const [file] = found;
  await idle();
  expect(await cached(owner)).toEqual([]);

  const five = await Promise.all(Array.from({ length: 5 }, () => downloaded(owner, file?.downloadStandardGeojson)));
  const texts = await Promise.all(five.map((response) => response.text()));
  expect(new Set(texts).size).toBe(1);
  expect(five[0]?.headers.get('content-type')).toBe('application/geo+json');
  expect(await pointsIn(await downloaded(owner, file?.downloadRawGeojson))).toBe(100);
  const asLink = { accept: 'application/vnd.furrow.link+json' };
  const raw = await owner.call('GET', file?.downloadRawGeojson ?? '', { headers: asLink });
  expect([file?.readerVersion, raw.headers.get('x-reader-version')]).toEqual([readerVersion, String(readerVersion)]);
  const standard = await owner.call('GET', file?.downloadStandardGeojson ?? '', { headers: asLink });
  expect(standard.headers.get('x-reader-version')).toBeNull();
  const original = await downloaded(owner, `${operationsService}/files/${file?.id}/download/originalFile`);
  expect(
    Buffer.from(await original.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  const { body: work } = await owner.get<{ id: string }[]>(`${operationsService}/operations?svcUserId=${svcUserId}`);
  const address = `${operationsService}/operations/${work[0]?.id}/download`;
  const all = await pointsIn(await downloaded(owner, `${address}/standardGeojson`));
  expect(await pointsIn(await downloaded(owner, `${address}/filteredGeojson`))).toBeLessThanOrEqual(all);
  const names = ['filtered.geojson', 'original.zip', 'raw.geojson', 'standard.geojson', 'standard.geojson'];
  expect(await cached(owner)).toEqual(names);

  await advance({ days: 8 });
  await idle();
  const again = await downloaded(owner, file?.downloadStandardGeojson);
  expect(await again.text()).toBe(texts[0]);

  await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`);
  await idle();
  expect(await cached(owner)).toEqual([]);
});
