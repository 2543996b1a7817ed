import { expect, test } from 'vitest';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { FoundSet } from '../../../../domain/machine-files/machine-file-engine.ts';
import { machineProblem, NotMade } from '../../../../domain/machine-files/problem.ts';
import { UnsettledReading } from '../../../../domain/parser-attempts.ts';
import { inspectBatch } from '../../../../functions/jobs/process-machine-files/inspect-batch.ts';
import type { ProcessingServices } from '../../../../functions/jobs/process-machine-files/services.ts';

const tooLong = machineProblem('readingTooLong', 'b.shp', { seconds: 600 });

function found(file: string, fault?: Error): FoundSet {
  return {
    ...{ file, format: 'SHAPEFILE', sizeInBytes: 1, contentHash: file, problems: [] },
    async *pack() {
      yield Buffer.from(file);
      if (fault) throw fault;
    },
  };
}

/** A batch of these sets, and the records stored for it. */
function world(sets: FoundSet[]) {
  const files = new Map<string, MachineFile>();
  const sent: unknown[] = [];
  let batch = { id: 'b', svcUserId: 'u', fileName: 'all.zip', status: 'RECEIVED', svcFiles: [], problems: [] };
  const services = {
    batches: {
      get: async () => batch,
      change: async (_: string, changed: typeof batch) => {
        batch = changed;
      },
      attempts: () => ({ begin: async (delivery: string) => [delivery], end: async () => {} }),
    },
    machineFiles: {
      create: async (_: string, file: MachineFile) => void files.set(file.id, file),
      many: async (_: string, ids: string[]) => ids.map((id) => files.get(id)),
    },
    files: {
      async putStream(_: string, content: AsyncIterable<Uint8Array>) {
        for await (const _piece of content);
      },
      remove: async () => {},
    },
    engine: { inspect: (_: unknown, work: (found: unknown) => unknown) => work({ sets, problems: [] }) },
    queue: { send: async (message: unknown) => void sent.push(message) },
    filesAtOnce: 4,
    clock: { now: () => 0 },
    derivedId: (...parts: unknown[]) => parts.join('/'),
  } as unknown as ProcessingServices;
  const message = { delivery: 'm#1' } as Parameters<typeof inspectBatch>[1];
  const inspect = () => inspectBatch({ step: 'inspect', ownerId: 'o', batchId: 'b' }, message, services);
  return { inspect, files: () => [...files.values()], sent };
}

test('a set that cannot be packed in time fails with the limit, and those beside it are processed', async () => {
  const { inspect, files, sent } = world([found('a.shp'), found('b.shp', new NotMade(tooLong))]);
  await inspect();
  expect(files()).toMatchObject([
    { fileName: 'a.shp', status: 'processing', artefacts: ['originalFile'], problems: [] },
    { fileName: 'b.shp', status: 'failed', artefacts: [], problems: [tooLong] },
  ]);
  expect(sent).toEqual([{ step: 'process', ownerId: 'o', fileId: files()[0]?.id }]);
});

test('another failure while packing a set is retried', async () => {
  const { inspect, files } = world([found('a.shp', new Error('the bucket is away')), found('b.shp')]);
  await expect(inspect()).rejects.toThrow('the bucket is away');
  expect(files()).toEqual([]);
});

test('a set whose packing ends its process is packed by another one', async () => {
  const unsettled = new UnsettledReading('the process ended', 'lost');
  const ends = [unsettled, unsettled];
  const set = found('a.shp');
  const { inspect, files } = world([
    {
      ...set,
      async *pack() {
        const end = ends.pop();
        if (end) throw end;
        yield* set.pack();
      },
    },
  ]);
  await inspect();
  expect(files()).toMatchObject([{ fileName: 'a.shp', status: 'processing', problems: [] }]);
});
