import { isDeepStrictEqual } from 'node:util';
import { lakePointsKey } from '../../../../domain/files/lake-keys.ts';
import { artefacts } from '../../../../domain/machine-files/artefact.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { NotMade } from '../../../../domain/machine-files/problem.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import {
  compactAfterMilliseconds,
  forgetPoints,
  maxReadingSeconds,
  pointsOf,
  removeStaged,
  showPoints,
} from '../lake-points.ts';
import type { ProcessingServices } from '../services.ts';

/** Files whose records are compared with one another, the last export first, and those of them that may get other marks. */
export interface ComparedFiles {
  files: MachineFile[];
  targets: ReadonlySet<string>;
}

/** Marks the records of files that later exports have as well, and shows their points anew. Returns those that have, or had, records that count elsewhere, as they are then. */
export async function countRecordsOnce(
  { ownerId }: UserSubject,
  { files, targets }: ComparedFiles,
  services: ProcessingServices,
): Promise<MachineFile[]> {
  const { engine, lake, points, clock, derivedId } = services;
  const [first] = files;
  if (!first?.operationType) return [];
  const ingestOf = new Map(
    files.flatMap(({ id, ingestId = '' }) =>
      targets.has(id) ? [[id, derivedId(id, 'counted', ingestId)] as const] : [],
    ),
  );
  const order = {
    operationType: first.operationType,
    targets: [...ingestOf].map(([fileId, ingestId]) => ({ fileId, ingestId })),
  };
  const sink = {
    async counted(fileId: string, content: AsyncIterable<Uint8Array>) {
      const ingestId = ingestOf.get(fileId) ?? '';
      await points.stage(ownerId, ingestId, clock.now() + compactAfterMilliseconds);
      await lake.putStream(lakePointsKey(ownerId, fileId, ingestId), content, artefacts.standardGeoparquet.contentType);
    },
  };
  const sources = files.map((file) => pointsOf(ownerId, file, services));
  const found = await engine.countOnce(sources, order, sink).catch((error) => {
    if (!(error instanceof NotMade)) throw error;
    console.error({ ownerId, files: files.map(({ id }) => id), notCountedOnce: error.problem });
    return [];
  });
  const compared: MachineFile[] = [];
  for (const { fileId, isChanged, countedElsewhere } of found) {
    const before = files.find(({ id }) => id === fileId);
    if (!before?.ingestId) continue;
    const { countedElsewhere: former = [], ...members } = before;
    if (!isChanged && isDeepStrictEqual(former, countedElsewhere)) {
      // A worker may have died after it had shown the points.
      if (former.length > 0) compared.push(before);
      continue;
    }
    const file: MachineFile = {
      ...members,
      ...(countedElsewhere.length > 0 && { countedElsewhere }),
      ...(isChanged && { ingestId: ingestOf.get(fileId) ?? before.ingestId }),
    };
    if (await show(ownerId, file, before.ingestId, services)) compared.push(file);
  }
  return compared;
}

/**
 * Shows the points of a file in place of its former ones. False if the file was set to work again meanwhile: its end compares its records again.
 * Throws if something else of it has changed, since a retry will succeed.
 */
async function show(
  ownerId: string,
  file: MachineFile,
  former: string,
  services: ProcessingServices,
): Promise<boolean> {
  const { machineFiles, queue } = services;
  const { id: fileId, ingestId = former } = file;
  const isLeft = async () => {
    const now = await machineFiles.get(ownerId, fileId);
    if (now?.ingestId === former && now.status !== 'processing') throw new Error(`${fileId} has changed meanwhile`);
    return now?.ingestId !== ingestId;
  };
  if (ingestId === former) {
    return (await machineFiles.recount(ownerId, file, former, 0)) === 'done' || !(await isLeft());
  }
  // Before the points are shown, after which nothing would bring a worker that dies back to it.
  await queue.send({ step: 'forget', ownerId, fileId, ingestId: former }, maxReadingSeconds);
  const staged = { ownerId, fileId, ingestId };
  const ended = await showPoints(staged, services, (gen) => machineFiles.recount(ownerId, file, former, gen));
  const isShown = ended === 'done' || !(await isLeft());
  if (isShown) await removeStaged(ownerId, { id: fileId, ingestId }, services);
  else await forgetPoints(staged, services);
  return isShown;
}
