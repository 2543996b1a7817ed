import { timestamp } from '../../domain/clock.ts';
import { Problem } from '../../domain/errors.ts';
import { type Bounds, boundsOf, type MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';
import { receivedBatchDeadline } from '../../domain/machine-files/received-batch.ts';
import { sortedInMemoryUpTo } from '../../domain/paging.ts';
import type { AttachMessage } from './messages.ts';
import type { ProcessingServices } from './services.ts';

/** A file that is under way may have looked for its fields already: it is asked again when it has probably ended. */
const askAgainSeconds = 20;

/**
 * Takes the files on the ground of a field through their steps again, because the field has a new boundary or is gone: their points, the
 * lake and the field operations follow.
 */
export async function attachFiles(
  { ownerId, svcUserId, fieldId }: AttachMessage,
  services: ProcessingServices,
): Promise<void> {
  const { machineFiles, fields, queue, clock } = services;
  const [found] = await fields.withShapes(ownerId, [{ svcUserId, fieldId }]);
  const shape = found && boundsOf(found.boundary.geometry.coordinates);
  const touched = (file: MachineFile) => file.fields.includes(fieldId) || isOn(file, shape);
  const isAffected = (file: MachineFile) =>
    file.status === 'processing' || (file.status === 'processed' && touched(file));
  const everything = { page: 0, size: sortedInMemoryUpTo, sort: [] };
  const { items } = await machineFiles.list(ownerId, svcUserId, isAffected, everything);
  try {
    for (const file of items.filter(({ status }) => status === 'processed')) {
      const now = clock.now();
      const again: MachineFile = { ...file, status: 'processing', problems: [], updatedTime: timestamp(now) };
      const restarted = await machineFiles.restart(ownerId, again, 'processed', receivedBatchDeadline(now));
      if (restarted) await queue.send({ step: 'process', ownerId, fileId: file.id });
    }
  } catch (error) {
    // The user was deleted meanwhile, and its files go with it.
    if (!(error instanceof Problem && error.kind === 'notFound')) throw error;
    return;
  }
  const isUnderWay = items.some(({ status }) => status === 'processing');
  if (isUnderWay) await queue.send({ step: 'attach', ownerId, svcUserId, fieldId }, askAgainSeconds);
}

function isOn({ summary }: MachineFile, shape: Bounds | undefined): boolean {
  const ground: MultiPolygon | null | undefined = summary?.geometry;
  const bounds = ground && boundsOf(ground.coordinates);
  if (!bounds || !shape) return false;
  return bounds[0] <= shape[2] && shape[0] <= bounds[2] && bounds[1] <= shape[3] && shape[1] <= bounds[3];
}
