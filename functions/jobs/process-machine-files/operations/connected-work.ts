import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { Noted } from '../../../../domain/operations/field-work.ts';
import { type GroupedFile, isWork } from '../../../../domain/operations/group-files.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import type { ProcessingServices } from '../services.ts';

/**
 * The files with points in a field, and the operations on it. Where work is not split by field, or has not been, also those of the fields
 * to which they lead. What was noted of a field and is not so any more is forgotten on the way.
 */
export async function connectedWork(
  owner: UserSubject,
  fieldId: string,
  isSplit: boolean,
  services: ProcessingServices,
): Promise<{ files: GroupedFile[]; operations: Operation[] }> {
  const files = new Map<string, GroupedFile>();
  const operations = new Map<string, Operation>();
  const open = [fieldId];
  const seen = new Set(open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = await workOn(owner, next, services);
    for (const file of found.files) files.set(file.id, file);
    for (const operation of found.operations) operations.set(operation.id, operation);
    const led = [
      ...found.operations.flatMap(({ fields }) => fields.map(({ id }) => id)),
      ...(isSplit ? [] : found.files.flatMap((file) => file.fields)),
    ];
    for (const id of led) {
      if (!seen.has(id)) open.push(id);
      seen.add(id);
    }
  }
  const living = await livingFields(owner, seen, services);
  const within = [...files.values()].map((file) => ({ ...file, fields: file.fields.filter((id) => living.has(id)) }));
  return { files: within, operations: [...operations.values()] };
}

async function workOn(
  owner: UserSubject,
  fieldId: string,
  { fieldWork, machineFiles, operations }: ProcessingServices,
): Promise<{ files: GroupedFile[]; operations: Operation[] }> {
  const noted = await fieldWork.on(owner, fieldId);
  const files = await worksOf(
    owner.ownerId,
    noted.files.map(({ id }) => id),
    fieldId,
    machineFiles,
  );
  const there = await Promise.all(noted.operations.map(({ id }) => operations.get(owner.ownerId, id)));
  const known = there.flatMap((operation) => (operation?.fields.some(({ id }) => id === fieldId) ? [operation] : []));
  const gone = (all: Noted[], kept: { id: string }[]) => all.filter(({ id }) => !kept.some((one) => one.id === id));
  await fieldWork.forget(owner, fieldId, {
    files: gone(noted.files, files),
    operations: gone(noted.operations, known),
  });
  return { files, operations: known };
}

const filesAtOnce = 100;

/** Those of some files that are work on a field; of their summaries only what they are grouped by. */
async function worksOf(
  ownerId: string,
  ids: string[],
  fieldId: string,
  machineFiles: ProcessingServices['machineFiles'],
): Promise<GroupedFile[]> {
  const works: GroupedFile[] = [];
  for (let start = 0; start < ids.length; start += filesAtOnce) {
    for (const file of await machineFiles.many(ownerId, ids.slice(start, start + filesAtOnce))) {
      if (file.fields.includes(fieldId) && isWork(file)) works.push(slim(file));
    }
  }
  return works;
}

function slim(file: MachineFile): GroupedFile {
  const { id, status, origin, provider, contentHash, fields, operationType, startTime, endTime, updatedTime, summary } =
    file;
  const { ingestId, countedElsewhere } = file;
  const { operationType: type = '', crop, tillType } = summary?.properties ?? {};
  const properties = { operationType: type, ...(crop && { crop }), ...(tillType && { tillType }) };
  return {
    ...{ id, status, origin, provider, contentHash, fields, updatedTime },
    ...(operationType && { operationType }),
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
    ...(ingestId !== undefined && { ingestId }),
    ...(countedElsewhere && { countedElsewhere }),
    summary: { type: 'Feature', properties, geometry: null },
  };
}

/** Fields that were merged into another are history: their work is that of the merged field. */
async function livingFields(
  { ownerId, svcUserId }: UserSubject,
  ids: ReadonlySet<string>,
  { fields }: ProcessingServices,
): Promise<Set<string>> {
  const names = [...ids].map((fieldId) => ({ svcUserId, fieldId }));
  const found = await fields.withShapes(ownerId, names);
  return new Set(found.flatMap(({ field }) => (field.mergedFieldId === undefined ? [field.id] : [])));
}
