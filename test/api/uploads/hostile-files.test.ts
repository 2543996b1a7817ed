import { afterAll, expect, test } from 'vitest';
import { readingSeconds } from '../../../domain/files/reader-limits.ts';
import { endlessPages } from '../../adapters/boundary-files/endless-pages.ts';
import { fileReadingLayer, hostileGeoPackage } from '../../adapters/boundary-files/hostile-geopackage.ts';
import { control } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { askUntil } from '../send-form.ts';
import { freshUser } from '../users/user.ts';
import { geoJson } from './boundary-files.ts';
import { converted, entriesOf, type ShownUpload, sendFile, uploadService } from './upload.ts';

const owner = await freshOwner();
const { id } = await freshUser(owner);

/** Seconds of a processor after which an endless file is ended, where a minute is usual: each keeps one busy for three times as long. */
const minSeconds = 8;
const maxMilliseconds = 180_000;
const readFor = (seconds: number) =>
  control('POST', '/functions/convert-boundaries/variables', { READING_SECONDS: String(seconds) });
await readFor(minSeconds);
afterAll(() => readFor(60));

test('a GeoPackage that refers to a file of the server reveals nothing of it', async () => {
  const { upload, entries } = await converted(
    owner,
    id,
    'leak.gpkg',
    hostileGeoPackage(fileReadingLayer('/etc/passwd')),
  );
  const fields = await owner.get(`/services/fields/api/fields?svcUserId=${id}`);
  expect(JSON.stringify([upload, entries, fields.body])).not.toContain('root:');
});

test('GeoPackages that SQLite reads endlessly are ended by their time limit, and delay no other owner', async () => {
  const endless = endlessPages();
  const sent = await Promise.all([0, 1].map((at) => sendFile(owner, id, `endless-${at}.gpkg`, endless)));
  const stranger = await freshOwner();
  const { id: strangerId } = await freshUser(stranger);
  const { body: farm } = await sendFile(stranger, strangerId, 'farm.geojson', geoJson(1));
  expect((await endOf(stranger, farm.id)).status).toBe('PROCESSED');
  for (const { body } of sent) {
    const path = `${uploadService}/upload/${body.id}`;
    expect((await owner.get<ShownUpload>(path)).body.status).toBe('RECEIVED');
  }
  for (const { body } of sent) {
    expect((await endOf(owner, body.id)).status).toBe('FAILED');
    const [entry] = await entriesOf(owner, body.id);
    expect(entry?.problems).toMatchObject([{ code: 'readingTooLong', severity: 'error' }]);
    expect(entry?.problems[0]?.message).toContain(`after ${readingSeconds(endless.length, minSeconds)} seconds`);
  }
});

function endOf(of: TestOwner, uploadId: string): Promise<ShownUpload> {
  const path = `${uploadService}/upload/${uploadId}`;
  return askUntil(of, path, ({ status }) => status !== 'RECEIVED', maxMilliseconds);
}
