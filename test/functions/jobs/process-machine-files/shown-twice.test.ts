import { expect, test } from 'vitest';
import type { PointsSnapshot } from '../../../../domain/lake/points-pointer.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { endFile } from '../../../../functions/jobs/process-machine-files/end-file.ts';
import { showPoints } from '../../../../functions/jobs/process-machine-files/lake-points.ts';
import type { ProcessingServices } from '../../../../functions/jobs/process-machine-files/services.ts';

const [ownerId, fileId, ingestId] = ['o', 'f', 'i'];

/** A lake that holds the points of one ingest, and a pointer. */
function world(snapshot: Partial<PointsSnapshot>) {
  const keys = new Set(['lake/ingests/owner=o/f.i.metric4.parquet']);
  const published: string[] = [];
  const lake = {
    has: async (key: string) => keys.has(key),
    copy: async (_: string, to: string) => void keys.add(to),
    async *list(prefix: string) {
      yield* [...keys].filter((key) => key.startsWith(prefix));
    },
  } as unknown as ProcessingServices['lake'];
  const points = {
    read: async () => ({ gen: 3, hiddenAfter: new Map(), ...snapshot }),
    publish: async (_: string, id: string) => void published.push(id),
  } as unknown as ProcessingServices['points'];
  return { lake, points, published, shown: () => [...keys].filter((key) => key.includes('/gen=')) };
}

test('points are published once, with the revision after which they were hidden', async () => {
  const { lake, points, shown } = world({ hiddenAfter: new Map([[ingestId, 7]]) });
  await showPoints({ ownerId, fileId, ingestId }, { lake, points }, async () => 'done');
  expect(shown()).toEqual(['lake/points/owner=o/gen=3/f.i.metric4.7.parquet']);
  const again = { ...points, read: async () => ({ gen: 3, hiddenAfter: new Map([[ingestId, 9]]) }) as never };
  await showPoints({ ownerId, fileId, ingestId }, { lake, points: again }, async () => 'done');
  expect(shown()).toEqual(['lake/points/owner=o/gen=3/f.i.metric4.7.parquet']);
});

test.each([
  ['the same message, delivered before, has ended the file', ingestId, [ingestId]],
  ['the file was ended otherwise', 'another', []],
])('points are no longer hidden when %s', async (_, ended, wanted) => {
  const { lake, points, published } = world({});
  const file = {
    id: fileId,
    svcUserId: 'u',
    status: 'processing',
    fields: [],
    createdTime: '2024-01-01',
    updatedTime: 't',
    problems: [],
    artefacts: [],
  };
  const services = {
    lake,
    points,
    machineFiles: { finish: async () => 'gone', get: async () => ({ ...file, ingestId: ended }) },
    files: { put: async () => {} },
    fieldCover: { cover: async () => {} },
    clock: { now: () => 0 },
    derivedId: (_: string, kind: string) => (kind === 'ingest' ? ingestId : kind),
  } as unknown as ProcessingServices;
  const processed = { status: 'failed', steps: [], artefacts: [], problems: [] } as const;
  await endFile(ownerId, file as unknown as MachineFile, { ...processed, status: 'processed' } as never, services);
  expect(published).toEqual(wanted);
});
