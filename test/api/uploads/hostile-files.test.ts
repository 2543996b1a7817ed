import { expect, test } from 'vitest';
import { endlessLayer, fileReadingLayer, hostileGeoPackage } from '../../adapters/geo/hostile-geopackage.ts';
import { freshOwner } from '../owner.ts';
import { askUntil } from '../send-form.ts';
import { freshUser } from '../users/user.ts';
import { geoJson } from './boundary-files.ts';
import { converted, entriesOf, sendFile, uploadService } from './upload.ts';

const owner = await freshOwner();
const { id } = await freshUser(owner);

/** A file that never ends is ended after a minute. */
const longestMilliseconds = 100_000;

test('a GeoPackage that asks for a file of the server is answered with nothing of it', async () => {
  const { upload, entries } = await converted(
    owner,
    id,
    'leak.gpkg',
    hostileGeoPackage(fileReadingLayer('/etc/passwd')),
  );
  const fields = await owner.get(`/services/fields/api/fields?svcUserId=${id}`);
  expect(JSON.stringify([upload, entries, fields.body])).not.toContain('root:');
});

test('GeoPackages without an end are ended with a problem, and no other owner waits longer than that', async () => {
  const endless = hostileGeoPackage(endlessLayer);
  const sent = await Promise.all(
    Array.from({ length: 4 }, (_, at) => sendFile(owner, id, `endless-${at}.gpkg`, endless)),
  );
  const stranger = await freshOwner();
  const { id: strangerId } = await freshUser(stranger);
  const { body: farm } = await sendFile(stranger, strangerId, 'farm.geojson', geoJson(1));
  const path = `${uploadService}/upload/${farm.id}`;
  const end = await askUntil<typeof farm>(stranger, path, ({ status }) => status !== 'RECEIVED', longestMilliseconds);
  expect(end.status).toBe('PROCESSED');
  for (const { body } of sent) {
    const path = `${uploadService}/upload/${body.id}`;
    const end = await askUntil<typeof body>(owner, path, ({ status }) => status !== 'RECEIVED', longestMilliseconds);
    expect(end.status).toBe('FAILED');
    expect((await entriesOf(owner, body.id))[0]?.problems).toMatchObject([{ severity: 'error' }]);
  }
});
