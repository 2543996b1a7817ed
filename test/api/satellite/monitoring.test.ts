import { afterAll, beforeAll, expect, test } from 'vitest';
import { partition } from '../../../adapters/aws/dynamodb/partition.ts';
import { satelliteImageKey } from '../../../domain/files/object-keys.ts';
import { advance, control, files, idle, sweep, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshSatelliteField, type ImageProcess, satelliteService, square } from './satellite.ts';
import { freshCell } from './searched-cell.ts';

const owner = await freshOwner();
const fields = `${satelliteService}/fields`;

const open = (isOpen: boolean) => control('POST', '/scenes/open', { open: isOpen });
beforeAll(() => open(true));
afterAll(() => open(false));

test('a registered field gets images of earlier and of new scenes, and leaves nothing when it is deleted', async () => {
  const { west, south } = freshCell();
  const { id, externalId } = await freshSatelliteField(owner, {
    geometry: square(west + 0.4, south + 0.4, 0.004),
    daysBefore: 5,
  });
  await idle();
  const list = async () => (await owner.get<ImageProcess[]>(`${fields}/${externalId}/processes`)).body;
  const first = await list();
  expect(first.length).toBeGreaterThan(0);
  for (const process of first) {
    expect(process).toMatchObject({ status: 'SUCCESS', coverage: 100, upstream: 'stand-in' });
    expect(process.images).toHaveLength(30);
  }
  const [{ id: processId = '', images = [] } = {}] = first;
  const { url, downloadUrl } = images.find(({ type }) => type === 'NDVI_PNG') ?? {};
  const image = await owner.get(url ?? '');
  expect([image.status, image.headers.get('x-furrow-upstream')]).toEqual([303, 'stand-in']);
  const [served, downloaded] = await Promise.all([
    fetch(image.headers.get('location') ?? ''),
    fetch(downloadUrl ?? ''),
  ]);
  const bytes = Buffer.from(await served.arrayBuffer());
  expect([served.headers.get('content-type'), bytes.toString('latin1', 1, 4)]).toEqual(['image/png', 'PNG']);
  expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(bytes);
  expectProblem(await owner.get(`${fields}/${id}/processes/${processId}/images/HEAT`), 404, 'imageNotFound');

  await advance({ days: 6 });
  await sweep();
  await idle();
  const later = await list();
  expect(later.length).toBeGreaterThan(first.length);
  expect(new Set(later.map((process) => process.id)).size).toBe(later.length);

  await owner.post(`${fields}/${id}/process/${processId}/reprocess`);
  await idle();
  expect((await owner.get<ImageProcess>(`${fields}/${id}/processes/${processId}`)).body.status).toBe('SUCCESS');

  const stored = satelliteImageKey({ ownerId: owner.owner.id, fieldId: id, id: processId }, 'NDVI.png');
  expect(await files.getStream(stored)).toBeDefined();
  expect((await owner.call('DELETE', `${fields}/${id}`)).status).toBe(204);
  await idle();
  expect(await files.getStream(stored)).toBeUndefined();
  expect(await partition(table('satellite'), `${owner.owner.id}#${id}`)).toEqual([]);
  await advance({ minutes: 20 });
  await sweep();
  await idle();
  expect(await partition(table('satellite'), owner.owner.id)).toEqual([]);
});
