import { expect, test } from 'vitest';
import type { FarmEvent } from '../../../../domain/events/event.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { ProcessedFile } from '../../../../domain/machine-files/machine-file-engine.ts';
import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import { setToWork } from '../../../../domain/machine-files/set-to-work.ts';
import { endFile } from '../../../../functions/jobs/process-machine-files/end-file.ts';
import { giveUpFile } from '../../../../functions/jobs/process-machine-files/give-up.ts';
import type { ProcessingServices } from '../../../../functions/jobs/process-machine-files/services.ts';

const harvest = {
  ...{ id: 'f', svcUserId: 'u', fileName: 'harvest.csv', status: 'processed', origin: 'uploaded', fields: ['north'] },
  ...{ ingestId: 'former', artefacts: ['originalFile', 'standardGeojson'], problems: [], operationType: 'harvested' },
  ...{ createdTime: '2026-01-01T00:00:00.000Z', updatedTime: '2026-01-01T00:00:00.000Z' },
  steps: { summary: { status: 'processed', message: 'ok' } },
} as unknown as MachineFile;

/** What is written when a file ends, and which of its points are removed. */
function world() {
  const ended: { file: MachineFile; event: FarmEvent | undefined }[] = [];
  const forgotten: string[] = [];
  const services = {
    machineFiles: {
      finish: async (_: string, file: MachineFile, { event }: { event?: FarmEvent }) =>
        void ended.push({ file, event }),
      get: async () => undefined,
    },
    lake: { async *list() {}, remove: async () => {} },
    points: { read: async () => ({ gen: 0 }), expire: async (_: string, id: string) => void forgotten.push(id) },
    files: { remove: async () => {} },
    clock: { now: () => 1_000 },
    derivedId: (...parts: unknown[]) => parts.join('/'),
  } as unknown as ProcessingServices;
  return { services, forgotten, ended: () => ended[0] };
}

function failed(problem: MachineProblem): ProcessedFile {
  return { status: 'failed', steps: {}, artefacts: ['originalFile'], problems: [problem] };
}

test('a harvest that a new field has processed again stays processed when its reader crashes, with its points and a warning', async () => {
  const { services, forgotten, ended } = world();
  const broke = machineProblem('readingBroke', 'harvest.csv');
  await endFile('o', setToWork(harvest, 0, 'change'), failed(broke), services);
  expect(ended()?.file).toMatchObject({
    ...{ status: 'processed', ingestId: 'former', fields: ['north'], artefacts: harvest.artefacts },
    steps: harvest.steps,
    problems: [{ code: 'reprocessingFailed', severity: 'warning' }],
  });
  expect(ended()?.file.formerResult).toBeUndefined();
  expect(forgotten).toHaveLength(1);
  expect(forgotten).not.toContain('former');
  expect(ended()?.event?.type).toBe('uploadedFileProcessingFinished');
});

test('a harvest that was never processed fails when its reader crashes', async () => {
  const { services, ended } = world();
  const { ingestId: _, ...first } = harvest;
  await endFile(
    'o',
    { ...first, status: 'processing' },
    failed(machineProblem('readingBroke', 'harvest.csv')),
    services,
  );
  expect(ended()?.file).toMatchObject({ status: 'failed', problems: [{ code: 'readingBroke' }] });
  expect(ended()?.event?.type).toBe('uploadedFileProcessingFailed');
});

test('a harvest that is given up while it is processed again stays processed, and one that never was fails with the reason', async () => {
  const again = world();
  await giveUpFile('o', setToWork(harvest, 0), again.services);
  expect(again.ended()?.file).toMatchObject({ status: 'processed', problems: [{ code: 'reprocessingFailed' }] });
  const first = world();
  const tooLong = machineProblem('readingTooLong', 'harvest.csv', { seconds: 600 });
  await giveUpFile('o', { ...harvest, status: 'processing' }, first.services, tooLong);
  expect(first.ended()?.file).toMatchObject({ status: 'failed', problems: [tooLong] });
});
