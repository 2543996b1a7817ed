import { Problem } from '../../../../domain/errors.ts';
import { askedImageName, imageName } from '../../../../domain/files/object-keys.ts';
import {
  type DrawnKind,
  drawingVersion,
  type FailedWork,
  hasFailed,
  retryAfterSecondsOf,
} from '../../../../domain/machine-files/drawing.ts';
import { drawableOf, type PointImage } from '../../../../domain/machine-files/image.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { targetOf } from '../../../../domain/machine-files/maps/deviation.ts';
import type { OperationType } from '../../../../domain/machine-files/operation-type.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import type { OperationsServices } from '../services.ts';

/** A file or an operation, of which images are asked for. */
export interface Drawn {
  ownerId: string;
  svcUserId: string;
  kind: DrawnKind;
  id: string;
  version: string;
  /** Its points are made. */
  isReady: boolean;
  /** Those that its settings had made with it. */
  images: readonly PointImage[];
  /** The properties that an image can show. */
  drawable: readonly string[];
  /** Those of them whose deviation from a target an image can show. */
  targeted: readonly string[];
}

/** An image, and the names of its files among what belongs to the file or operation. */
export interface MadeImage extends PointImage {
  nameOf(image: string): string;
}

/** Several times as long as most drawings take: a drawing that is older has stopped. */
const askAgainMilliseconds = 5 * 60_000;

export function drawnFile(ownerId: string, file: MachineFile): Drawn {
  const { id, svcUserId, status, updatedTime, operationType, units = {}, images = [] } = file;
  const isFailed = status === 'failed' || operationType === undefined;
  const shown = drawnProperties(operationType, isFailed ? {} : units);
  const version = drawingVersion(updatedTime);
  return { ownerId, svcUserId, kind: 'file', id, version, isReady: status !== 'processing', images, ...shown };
}

export function drawnOperation(ownerId: string, operation: Operation): Drawn {
  const { id, svcUserId, updatedTime, type, units, images } = operation;
  const version = drawingVersion(updatedTime);
  return { ownerId, svcUserId, kind: 'operation', id, version, isReady: true, images, ...drawnProperties(type, units) };
}

function drawnProperties(type: OperationType | undefined, units: Record<string, string>) {
  const drawable = type ? drawableOf(type).filter((name) => units[name] !== undefined) : [];
  return { drawable, targeted: drawable.filter((name) => targetOf(name, units) !== undefined) };
}

/**
 * The wanted images: those that the settings have made or, where these make none, those that are drawn on demand.
 *
 * @returns undefined while they are drawn; the first request starts that.
 */
export async function madeImages(
  drawn: Drawn,
  wants: (image: PointImage) => boolean,
  { clock, drawings, queue }: OperationsServices,
): Promise<MadeImage[] | undefined> {
  const { ownerId, svcUserId, kind, id, version, isReady, drawable } = drawn;
  const made = drawn.images.filter(wants);
  if (made.length > 0) return made.map((image) => ({ ...image, nameOf: imageName }));
  if (!isReady) return undefined;
  if (drawable.length === 0) return [];
  const drawing = await drawings.get(ownerId, id);
  const now = clock.now();
  if (drawing?.version === version && drawing.endedTime !== undefined) {
    if (hasFailed(drawing, now)) throw notDrawn(drawing, now);
    if (!drawing.problem)
      return (drawing.images ?? []).filter(wants).map((image) => ({ ...image, nameOf: askedImageName }));
  }
  const isFirst = await drawings.ask({ ownerId, svcUserId, id }, version, {
    now,
    askAgainAt: now + askAgainMilliseconds,
  });
  if (isFirst) await queue.send({ step: 'draw', ownerId, kind, id, version });
  return undefined;
}

function notDrawn(failed: FailedWork, now: number): Problem {
  const { message, hint } = failed.problem;
  const seconds = retryAfterSecondsOf(failed, now);
  const detail = `The images could not be drawn. ${message} ${hint} They are tried again when they are requested after ${seconds} seconds.`;
  return new Problem('conflict', detail, { errorKey: 'imagesNotDrawn', retryAfterSeconds: seconds });
}
