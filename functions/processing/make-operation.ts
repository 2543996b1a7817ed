import { ingestIdOf } from '../../adapters/aws/dynamodb/machine-files/operations-eraser.ts';
import { timestamp } from '../../domain/clock.ts';
import type { Settings } from '../../domain/configuration/configuration.ts';
import { type OperationEventType, operationEvent } from '../../domain/events/event.ts';
import { imageName, lakePointsKey, operationKey } from '../../domain/files/object-keys.ts';
import type { MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import { overlayArea } from '../../domain/geometry/overlay-area.ts';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';
import type { StoredPoints } from '../../domain/machine-files/machine-file-engine.ts';
import type { FileGroup } from '../../domain/operations/group-files.ts';
import { type Operation, operationArtefacts } from '../../domain/operations/operation.ts';
import type { ProcessingServices } from './services.ts';

const coverageDecimals = 4;

/** Where the points of a file are; those of a file with the content of another are the other's. */
export function pointsOf(ownerId: string, file: MachineFile, { lake }: Pick<ProcessingServices, 'lake'>): StoredPoints {
  const key = lakePointsKey(ownerId, ingestIdOf(file.duplicateOf ?? file.id));
  return { file, download: (path) => lake.download(key, path) };
}

/** Makes an operation of the files of a group, or makes it again. One without a point in its field is none. */
export async function makeOperation(
  { ownerId, svcUserId, settings }: { ownerId: string; svcUserId: string; settings: Settings },
  id: string,
  { fieldId, type, files }: FileGroup,
  old: Operation | undefined,
  services: ProcessingServices,
): Promise<void> {
  const { clock, derivedId, engine, operations } = services;
  const sources = files.map((file) => pointsOf(ownerId, file, services));
  const combined = await engine.combine(
    sources,
    { settings, operationType: type, fieldId },
    {
      artefact(name, content) {
        const { file, contentType } = operationArtefacts[name];
        return services.files.putStream(operationKey(ownerId, svcUserId, id, file), content, contentType);
      },
      image: (name, content, contentType) =>
        services.files.put(operationKey(ownerId, svcUserId, id, imageName(name)), content, contentType),
    },
  );
  if (!combined) return;
  const now = clock.now();
  const operation: Operation = {
    ...combined,
    id,
    svcUserId,
    type,
    createdTime: old?.createdTime ?? timestamp(now),
    updatedTime: timestamp(now),
    files: files.map((file) => file.id),
    fields: [
      { id: fieldId, coverage: await coverage(ownerId, svcUserId, fieldId, combined.summary.geometry, services) },
    ],
    providers: [...new Set(files.map(({ provider }) => provider))],
  };
  const told: OperationEventType[] = [old ? 'operationUpdated' : 'operationCreated', 'operationProcessingFinished'];
  const events = told.map((kind) =>
    operationEvent(kind, { id: derivedId(id, kind, operation.updatedTime), ownerId, svcUserId, operationId: id }, now),
  );
  await operations.put(ownerId, operation, events);
}

/** Removes an operation whose files are gone, or belong to others by now. */
export async function removeOperation(
  ownerId: string,
  { id, svcUserId, artefacts, images }: Operation,
  { files, operations }: ProcessingServices,
): Promise<void> {
  await operations.remove(ownerId, id);
  const names = [
    ...artefacts.map((name) => operationArtefacts[name].file),
    ...images.flatMap(({ property }) => ['png', 'png.aux.xml'].map((ending) => imageName(`${property}.${ending}`))),
  ];
  await files.remove(names.map((name) => operationKey(ownerId, svcUserId, id, name)));
}

/** The share of a field's boundary that some ground covers. */
async function coverage(
  ownerId: string,
  svcUserId: string,
  fieldId: string,
  ground: MultiPolygon | null,
  { fields, overlay }: ProcessingServices,
): Promise<number> {
  const [found] = await fields.withShapes(ownerId, [{ svcUserId, fieldId }]);
  if (!found || !ground) return 0;
  const { geometry } = found.boundary;
  const common = overlayArea((await overlay()).intersection(geometry, ground));
  return Number((common / overlayArea(geometry)).toFixed(coverageDecimals));
}
