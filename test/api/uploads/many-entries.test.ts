import { expect, test } from 'vitest';
import { uploadStore } from '../../../adapters/aws/dynamodb/uploads/upload-store.ts';
import { newId } from '../../../adapters/system.ts';
import type { Entry } from '../../../domain/uploads/entry.ts';
import { table } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { geoJson } from './boundary-files.ts';
import { converted, uploadService } from './upload.ts';

const store = uploadStore(table('uploads'), table('users'));

test('the number of entries is exact beyond a thousand, and an entry that is written again counts once', async () => {
  const owner = await freshOwner();
  const { id } = await freshUser(owner);
  const { upload } = await converted(owner, id, 'farm.geojson', geoJson(1));
  const path = `${uploadService}/upload/${upload.id}/entries?size=1`;
  const total = async () => (await owner.get(path)).headers.get('x-total-count');
  expect(await total()).toBe('1');
  const { items } = await store.entries(owner.owner.id, upload.id, { page: 0, size: 1, sort: [] });
  const [first] = items as [Entry];
  const more = Array.from({ length: 1_005 }, (): Entry => ({ ...first, id: newId() }));
  for (const entry of [...more, ...more.slice(0, 3), first]) await store.putEntry(owner.owner.id, entry);
  expect(await total()).toBe('1006');
  expect((await owner.get<unknown[]>(path)).body).toHaveLength(1);
});

test('an entry that has ended stays as it is, whatever a stalled worker writes', async () => {
  const owner = await freshOwner();
  const { id } = await freshUser(owner);
  const { upload } = await converted(owner, id, 'farm.geojson', geoJson(1));
  const path = `${uploadService}/upload/${upload.id}/entries`;
  const before = (await owner.get<Entry[]>(path)).body;
  const [first] = before as [Entry];
  expect(first.status).toBe('FINISHED');
  for (const status of ['PROCESSING', 'CONVERTED', 'FAILED'] as const)
    await store.putEntry(owner.owner.id, { ...first, status });
  expect((await owner.get<Entry[]>(path)).body).toEqual(before);
});
