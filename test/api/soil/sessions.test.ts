import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectProblem } from '../contract/problem.ts';
import { downloaded } from '../machine-files/batch.ts';
import { freshOwner } from '../owner.ts';
import { uploadService } from '../uploads/upload.ts';
import { freshUser } from '../users/user.ts';
import { endedSoil, locatedReport, readSoil, type SentZip, type ShownSoilBatch, soilService, zipped } from './soil.ts';

const longest = 240_000;
const owner = await freshOwner();
const sessions = `${uploadService}/upload-sessions`;

interface ShownSession {
  id: string;
  partSizeBytes: number;
  partCount: number;
  files: { fileName: string; firstPart: number; partCount: number; sizeBytes: number }[];
}

const named = (zips: readonly SentZip[]) =>
  zips.map(({ name, content }) => ({ fileName: name, sizeBytes: content.length }));

/** A zip that has more bytes than a part, and a report. */
const largeReport = (name: string): SentZip => zipped(name, { 'noise.bin': randomBytes(9_000_000), 'b.xml': '<a/>' });

test('several zips of one session become one batch, each with its own parts', { timeout: longest }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const zips = [locatedReport('a.zip'), largeReport('b.zip'), locatedReport('c.zip')];
  const wanted = { svcUserId, target: 'soilSamples', files: named(zips) };
  const { status, body: session } = await owner.post<ShownSession>(sessions, wanted);
  expect(status).toBe(201);
  expect(session.files.map(({ firstPart, partCount }) => [firstPart, partCount])).toEqual([
    [1, 1],
    [2, 2],
    [4, 1],
  ]);
  const path = `${sessions}/${session.id}`;
  const numbers = Array.from({ length: session.partCount }, (_, index) => index + 1);
  const { body } = await owner.post<{ parts: { partNumber: number; url: string }[] }>(`${path}/parts`, {
    partNumbers: numbers,
  });
  const bytes = zips.flatMap(({ content }) =>
    Array.from({ length: Math.ceil(content.length / session.partSizeBytes) }, (_, index) =>
      content.slice(index * session.partSizeBytes, (index + 1) * session.partSizeBytes),
    ),
  );
  for (const { partNumber, url } of body.parts.slice(0, -1)) {
    await fetch(url, { method: 'PUT', body: bytes[partNumber - 1] as BodyInit });
  }
  expect(expectProblem(await owner.post(`${path}/complete`), 409, 'partsMissing').detail).toContain(': 4.');
  await fetch(body.parts[3]?.url ?? '', { method: 'PUT', body: bytes[3] as BodyInit });
  const completed = await owner.post<ShownSoilBatch>(`${path}/complete`);
  expect(completed.headers.get('location')).toContain(`${soilService}/batch/${session.id}`);
  expect([completed.status, completed.body.id, completed.body.fileCount]).toEqual([201, session.id, 3]);
  expect((await owner.post<ShownSoilBatch>(`${path}/complete`)).body.id).toBe(session.id);

  const batch = await endedSoil(owner, session.id);
  expect(batch.entries.map(({ fileName, status }) => [fileName, status])).toEqual([
    ['a.zip', 'COMPLETED'],
    ['b.zip', 'FAILED'],
    ['c.zip', 'COMPLETED'],
  ]);
  const raw = await downloaded(owner, batch.entries[1]?.downloadRawFile);
  expect(Buffer.compare(Buffer.from(await raw.arrayBuffer()), zips[1]?.content as Uint8Array)).toBe(0);
});

test('zips that are too large for one request become one batch all the same', { timeout: longest }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const zips = [locatedReport('a.zip'), largeReport('b.zip')];
  const batch = await readSoil(owner, svcUserId, ...zips);
  expect(batch.entries.map(({ fileName, status }) => [fileName, status])).toEqual([
    ['a.zip', 'COMPLETED'],
    ['b.zip', 'FAILED'],
  ]);
});

test.each([
  ['no files', {}],
  ['a file as for other targets', { fileName: 'a.zip', sizeBytes: 1 }],
  ['both', { fileName: 'a.zip', sizeBytes: 1, files: [{ fileName: 'a.zip', sizeBytes: 1 }] }],
  ['an empty list', { files: [] }],
  ['an empty zip', { files: [{ fileName: 'a.zip', sizeBytes: 0 }] }],
  ['a zip that is too large', { files: [{ fileName: 'a.zip', sizeBytes: 200 * 1024 ** 2 + 1 }] }],
  ['a file that is no zip', { files: [{ fileName: 'a.csv', sizeBytes: 1 }] }],
  [
    'one name twice',
    {
      files: [
        { fileName: 'a.zip', sizeBytes: 1 },
        { fileName: 'a.zip', sizeBytes: 2 },
      ],
    },
  ],
  ['too many', { files: Array.from({ length: 21 }, (_, index) => ({ fileName: `${index}.zip`, sizeBytes: 1 })) }],
])('a session of soil samples with %s is refused', async (_, members) => {
  const { id: svcUserId } = await freshUser(owner);
  expectProblem(await owner.post(sessions, { svcUserId, target: 'soilSamples', ...members }), 400, 'invalid');
});

test('other targets take one file, as before', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const files = [{ fileName: 'a.zip', sizeBytes: 1 }];
  expectProblem(await owner.post(sessions, { svcUserId, target: 'machineFiles', files }), 400, 'invalid');
  expectProblem(await owner.post(sessions, { svcUserId, target: 'machineFiles', sizeBytes: 1 }), 400, 'invalid');
});
