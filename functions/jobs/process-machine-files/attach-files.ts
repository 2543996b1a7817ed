import { type Bounds, boundsOf } from '../../../domain/geometry/multi-polygon.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import type { AttachMessage } from './messages.ts';
import { restartFile } from './reprocess-files.ts';
import type { ProcessingServices } from './services.ts';

/** A file that is under way may have looked for its fields too early: it is looked at again when it has probably ended. */
const lookAgainSeconds = 20;
/** SQS delays no message longer. */
const maxWaitSeconds = 900;

/** Seconds until files are looked at again that many looks have found under way: half as long again each time, for half a day if need be. */
export function secondsToNextLook(looks: number): number {
  return Math.min(maxWaitSeconds, Math.round(lookAgainSeconds * 1.5 ** (looks - 1)));
}

/**
 * Takes the files on the ground of a field through their steps again, because the field has a new boundary or is gone: their points, the
 * lake and the field operations follow. Files that have looked for their fields since then are left alone.
 */
export async function attachFiles(
  { ownerId, svcUserId, fieldId }: AttachMessage,
  { passes }: Pick<Message, 'passes'>,
  services: ProcessingServices,
): Promise<void> {
  const { fields, queue } = services;
  const [found] = await fields.withShapes(ownerId, [{ svcUserId, fieldId }]);
  const bounds: FieldBounds = {
    fieldId,
    bounds: found && boundsOf(found.boundary.geometry.coordinates),
    since: found?.boundary.updatedTime,
  };
  let isUnderWay = false;
  for await (const file of services.machineFiles.each(ownerId, svcUserId)) {
    if (!isAffected(file, bounds)) continue;
    if (file.status === 'processing') isUnderWay = true;
    else await restartFile(ownerId, file, services, 'change');
  }
  if (isUnderWay) await queue.send({ step: 'attach', ownerId, svcUserId, fieldId }, secondsToNextLook(passes));
}

/** The bounds of a field and the time of its last change; no bounds if it was deleted. */
interface FieldBounds {
  fieldId: string;
  bounds: Bounds | undefined;
  since: string | undefined;
}

function isAffected(file: MachineFile, { fieldId, bounds, since }: FieldBounds): boolean {
  const { status, fields, fieldsTime, updatedTime, summary } = file;
  if (status === 'failed') return false;
  // A file whose processing began later already sees the present fields.
  const looked = status === 'processing' ? updatedTime : fieldsTime;
  if (since !== undefined && looked !== undefined && looked > since) return false;
  if (status === 'processing' || fields.includes(fieldId)) return true;
  const ground = summary?.geometry && boundsOf(summary.geometry.coordinates);
  return ground !== undefined && ground !== null && bounds !== undefined && meet(ground, bounds);
}

function meet(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
