import { timestamp } from '../../../../domain/clock.ts';
import { askedImageName, machineFileKey, operationKey } from '../../../../domain/files/object-keys.ts';
import { drawingVersion, failedWork, type Subject } from '../../../../domain/machine-files/drawing.ts';
import { drawableOf, type PointImage } from '../../../../domain/machine-files/image.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { DrawingOrder, ImageSink } from '../../../../domain/machine-files/machine-file-engine.ts';
import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import { countedFiles } from '../../../../domain/operations/counted-files.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import type { Message } from '../../../queue/sqs-worker.ts';
import { withinAttempts } from '../../../queue/within-attempts.ts';
import { pointsOf } from '../lake-points.ts';
import type { DrawMessage } from '../messages.ts';
import type { ProcessingServices } from '../services.ts';
import { failedProblem } from './failed-problem.ts';

/**
 * Draws the images of a file or an operation that a client asked for: of every property and its deviation from its target, and of an operation the numbers too. Nothing is done
 * when they are there already, or when it has been made again meanwhile. What cannot be drawn ends with the reason.
 */
export async function drawAsked(asked: DrawMessage, message: Message, services: ProcessingServices): Promise<void> {
  const { ownerId, id, version } = asked;
  const { drawings, clock } = services;
  const drawing = await drawings.get(ownerId, id);
  if (drawing?.version !== version || drawing.endedTime !== undefined) return;
  const drawn = await drawnOf(asked, services);
  if (!drawn || drawingVersion(drawn.subject.updatedTime) !== version) return;
  const subject: Subject = { ownerId, id, svcUserId: drawn.subject.svcUserId };
  const endedTime = () => timestamp(clock.now());
  const fail = (problem: MachineProblem) =>
    drawings.end(subject, version, { endedTime: endedTime(), ...failedWork(problem, clock.now()) });
  await withinAttempts<MachineProblem>(drawings.attempts(subject, version), message.delivery, {
    async work() {
      const images = await drawn.draw().catch((error) => failedProblem(error, id, message));
      if (!Array.isArray(images)) return fail(images);
      await drawings.end(subject, version, { endedTime: endedTime(), images });
    },
    giveUp: (problem = machineProblem('processingGivenUp', id)) => fail(problem),
  });
}

/** A file or an operation, and the function that draws its images. */
interface Drawn {
  subject: Pick<MachineFile | Operation, 'svcUserId' | 'updatedTime'>;
  draw(): Promise<PointImage[]>;
}

async function drawnOf({ ownerId, kind, id }: DrawMessage, services: ProcessingServices): Promise<Drawn | undefined> {
  if (kind === 'file') {
    const file = await services.machineFiles.get(ownerId, id);
    return file && { subject: file, draw: () => drawFile(ownerId, file, services) };
  }
  const operation = await services.operations.get(ownerId, id);
  return operation && { subject: operation, draw: () => drawOperation(ownerId, operation, services) };
}

async function drawFile(ownerId: string, file: MachineFile, services: ProcessingServices): Promise<PointImage[]> {
  const { id, svcUserId, operationType, units = {}, cropFields: within } = file;
  if (!operationType) return [];
  const sources = file.sources ? await services.machineFiles.many(ownerId, file.sources) : [file];
  const order = { ...orderOf({ operationType, units }), within, withNumbers: false };
  return services.engine.draw(
    sources.map((source) => pointsOf(ownerId, source, services)),
    order,
    sinkTo((name) => machineFileKey(ownerId, svcUserId, id, name), services),
  );
}

/** Draws the points of which the other outputs were made: in the same fields, and without those that cleanup rules take out. */
async function drawOperation(
  ownerId: string,
  operation: Operation,
  services: ProcessingServices,
): Promise<PointImage[]> {
  const { id, svcUserId, type, units, fields, artefacts, rules } = operation;
  const sources = await services.machineFiles.many(ownerId, countedFiles(operation));
  const order = {
    ...orderOf({ operationType: type, units }),
    within: rules.splitOperationsByField ? fields.map((field) => field.id) : undefined,
    filter: artefacts.includes('filteredGeojson') ? rules : undefined,
    countsOnce: true,
    withNumbers: true,
  };
  return services.engine.draw(
    sources.map((source) => pointsOf(ownerId, source, services)),
    order,
    sinkTo((name) => operationKey(ownerId, svcUserId, id, name), services),
  );
}

function orderOf(shown: Pick<DrawingOrder, 'operationType' | 'units'>) {
  return { ...shown, properties: drawableOf(shown.operationType) };
}

function sinkTo(keyOf: (name: string) => string, { files }: ProcessingServices): ImageSink {
  return {
    image: (name, content, contentType) => files.put(keyOf(askedImageName(name)), content, contentType),
  };
}
