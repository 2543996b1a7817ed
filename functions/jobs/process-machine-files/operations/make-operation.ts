import { type DerivedId, timestamp } from '../../../../domain/clock.ts';
import type { Settings } from '../../../../domain/configuration/configuration.ts';
import type { FarmEvent } from '../../../../domain/events/event.ts';
import { askedImageName, imageName, operationKey } from '../../../../domain/files/object-keys.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { overlayArea } from '../../../../domain/geometry/overlay-area.ts';
import { imageFiles } from '../../../../domain/machine-files/image.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { OperationSink } from '../../../../domain/machine-files/machine-file-engine.ts';
import { isOnDemand, outputsOnDemand, pointLayersOutput } from '../../../../domain/machine-files/output-on-demand.ts';
import { countedFiles, repeatsIn } from '../../../../domain/operations/counted-files.ts';
import type { FileGroup } from '../../../../domain/operations/group-files.ts';
import { type Operation, operationArtefacts, type PointRules } from '../../../../domain/operations/operation.ts';
import { type OperationEventType, operationEvent } from '../../../../domain/operations/operation-events.ts';
import { sessionsOf } from '../../../../domain/operations/session.ts';
import type { UsageFact } from '../../../../domain/usage/usage-fact.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { pointsOf } from '../lake-points.ts';
import type { ProcessingServices } from '../services.ts';
import { footprintFile, usageOf } from '../usage-of.ts';

const coverageDecimals = 4;

/** Makes an operation of the files of a group, or makes it again. One without a point in its fields is none. */
export async function makeOperation(
  { settings, ...owner }: UserSubject & { settings: Settings },
  id: string,
  group: FileGroup,
  old: Operation | undefined,
  services: ProcessingServices,
): Promise<void> {
  const { ownerId, svcUserId } = owner;
  const { clock, derivedId, engine, fieldWork, files, machineFiles, operations } = services;
  const ids = group.files.map((file) => file.id);
  const repeatedFiles = repeatsIn(group.files);
  const there = await machineFiles.many(ownerId, countedFiles({ files: ids, repeatedFiles }));
  const sources = there.map((file) => pointsOf(ownerId, file, services));
  const within = settings.splitOperationsByField ? group.fieldIds : undefined;
  const order = { settings, operationType: group.type, within };
  const combined = await engine.combine(sources, order, sinkOf(ownerId, svcUserId, id, services));
  if (!combined) {
    if (old) await removeOperation(ownerId, old, false, services);
    return;
  }
  const now = clock.now();
  const { parts, ...made } = combined;
  const assets = new Map(there.map((file) => [file.id, file.assets ?? []]));
  const worked = parts.map((part) => ({ ...part, assets: assets.get(part.fileId) ?? [] }));
  const operation: Operation = {
    ...made,
    ...(settings.enableOperationsSession && { sessions: sessionsOf(id, worked, derivedId) }),
    id,
    svcUserId,
    rules: rulesOf(settings),
    type: group.type,
    createdTime: old?.createdTime ?? timestamp(now),
    updatedTime: timestamp(now),
    files: ids,
    ...(repeatedFiles.length > 0 && { repeatedFiles }),
    points: pointsOfFiles(id, there, derivedId),
    isOutOfStandard: there.some((file) => file.isOutOfStandard === true),
    fields: await covered(owner, group.fieldIds, combined.summary.geometry, services),
    providers: [...new Set(group.files.map(({ provider }) => provider))],
  };
  await fieldWork.noteOperation(owner, id, group.fieldIds);
  const usage = countedOf(ownerId, operation);
  const ground = JSON.stringify(combined.summary.geometry);
  await files.put(operationKey(ownerId, svcUserId, id, footprintFile), ground, 'application/geo+json');
  await operations.put(ownerId, operation, { events: eventsOf(ownerId, operation, old, services), usage });
}

/** An id that stands for the points that an operation has of some files. */
export function pointsOfFiles(
  operationId: string,
  files: readonly Pick<MachineFile, 'id' | 'provider' | 'contentHash' | 'ingestId'>[],
  derivedId: DerivedId,
): string {
  const repeated = repeatsIn(files);
  const counted = files.filter(({ id }) => !repeated.includes(id));
  return derivedId(operationId, 'points', ...counted.map(({ ingestId = '' }) => ingestId));
}

function rulesOf({ splitOperationsByField, operationsRemoveOutliers, operationsOutliersLimit }: Settings): PointRules {
  return { splitOperationsByField, operationsRemoveOutliers, operationsOutliersLimit };
}

function countedOf(ownerId: string, operation: Operation): UsageFact {
  const objectKey = operationKey(ownerId, operation.svcUserId, operation.id, footprintFile);
  return usageOf(ownerId, 'fieldOperations', operation, objectKey);
}

function sinkOf(ownerId: string, svcUserId: string, id: string, { files }: ProcessingServices): OperationSink {
  const key = (name: string) => operationKey(ownerId, svcUserId, id, name);
  return {
    artefact: async (name, content) => {
      if (isOnDemand('operation', name)) return;
      await files.putStream(key(operationArtefacts[name].file), content, operationArtefacts[name].contentType);
    },
    image: (name, content, contentType) => files.put(key(imageName(name)), content, contentType),
  };
}

function eventsOf(
  ownerId: string,
  { id, svcUserId, updatedTime }: Operation,
  old: Operation | undefined,
  { derivedId }: ProcessingServices,
): FarmEvent[] {
  const kinds: OperationEventType[] = [old ? 'operationUpdated' : 'operationCreated', 'operationProcessingFinished'];
  return kinds.map((kind) =>
    operationEvent(
      kind,
      { id: derivedId(id, kind, updatedTime), ownerId, svcUserId, operationId: id },
      Date.parse(updatedTime),
    ),
  );
}

/**
 * Removes an operation whose files are gone or belong to other operations now. In the second case its usage is removed, since that of the
 * other operations counts. Usage of work on a deleted field stays, with its area.
 */
export async function removeOperation(
  ownerId: string,
  operation: Operation,
  isPartOfAnother: boolean,
  { drawings, files, operations, outputs }: ProcessingServices,
): Promise<void> {
  const { id, svcUserId, artefacts, images } = operation;
  const asked = (await drawings.get(ownerId, id))?.images ?? [];
  // Before the record, which is what leads to it.
  await drawings.remove(ownerId, id);
  for (const output of [...outputsOnDemand.operation, pointLayersOutput] as const)
    await outputs(output).remove(ownerId, id);
  await operations.remove(ownerId, id, isPartOfAnother ? countedOf(ownerId, operation) : undefined);
  const names = [
    ...artefacts.map((name) => operationArtefacts[name].file),
    ...images.flatMap((image) => imageFiles(image).map(imageName)),
    ...asked.flatMap((image) => imageFiles(image).map(askedImageName)),
    ...(isPartOfAnother ? [footprintFile] : []),
  ];
  await files.remove(names.map((name) => operationKey(ownerId, svcUserId, id, name)));
}

/** The fields with the share of their boundaries that some ground covers. */
async function covered(
  { ownerId, svcUserId }: UserSubject,
  fieldIds: string[],
  ground: MultiPolygon | null,
  { fields, overlay }: ProcessingServices,
): Promise<Operation['fields']> {
  const names = fieldIds.map((fieldId) => ({ svcUserId, fieldId }));
  const shapes = new Map(
    (await fields.withShapes(ownerId, names)).map(({ field, boundary }) => [field.id, boundary.geometry]),
  );
  const engine = await overlay();
  return fieldIds.map((id) => {
    const shape = shapes.get(id);
    if (!shape || !ground) return { id, coverage: 0 };
    const share = overlayArea(engine.intersection(shape, ground)) / overlayArea(shape);
    return { id, coverage: Number(share.toFixed(coverageDecimals)) };
  });
}
