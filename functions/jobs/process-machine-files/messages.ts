import * as z from 'zod';
import { incomingIds } from '../../../domain/files/object-keys.ts';
import type { OwnersWork } from '../../../domain/leases/waiting-work.ts';
import { drawnKinds } from '../../../domain/machine-files/drawing.ts';
import { outputsOnDemand, pointLayersOutput } from '../../../domain/machine-files/output-on-demand.ts';

/** Looks into a batch that has arrived, or works again on what failed in it. */
const inspect = z.object({ step: z.literal('inspect'), ownerId: z.string(), batchId: z.string() });

/** Takes one file of a batch through all steps. */
const processFile = z.object({ step: z.literal('process'), ownerId: z.string(), fileId: z.string() });

/** Draws the images of a file or an operation, unless it has been made again since they were asked for. */
const draw = z.object({
  step: z.literal('draw'),
  ownerId: z.string(),
  kind: z.enum(drawnKinds),
  id: z.string(),
  /** As from `drawingVersion`. */
  version: z.string(),
});

/** Makes an output of a file or an operation, unless it has been made again since the output was asked for. */
const make = z.object({
  step: z.literal('make'),
  ownerId: z.string(),
  kind: z.enum(drawnKinds),
  id: z.string(),
  version: z.string(),
  output: z.enum([...outputsOnDemand.file, ...outputsOnDemand.operation, pointLayersOutput]),
});

/** Brings the field operations of a user up to its files. */
const group = z.object({
  step: z.literal('group'),
  ownerId: z.string(),
  svcUserId: z.string(),
  /** An operation that is made again although nothing has changed. */
  again: z.string().optional(),
});

/** Compares the records of a file whose points have changed with those of others, and of those that wait for it. */
const compare = z.object({
  step: z.literal('compare'),
  ownerId: z.string(),
  svcUserId: z.string(),
  /** Absent where files wait already. */
  fileId: z.string().optional(),
});

/** Takes files of a user that have ended through their steps again: all, or those with some ids. */
const reprocess = z.object({
  step: z.literal('reprocess'),
  ownerId: z.string(),
  svcUserId: z.string(),
  ids: z.array(z.string()).optional(),
  /** Records that changed after this time already follow the present settings. */
  askedTime: z.string(),
});

/** Has operations on some fields of a user, or on all, made again. */
const reprocessOperations = z.object({
  step: z.literal('reprocessOperations'),
  ownerId: z.string(),
  svcUserId: z.string(),
  fieldIds: z.array(z.string()).optional(),
});

/** Lets the files on the ground of a field follow a change of its boundary. */
const attach = z.object({ step: z.literal('attach'), ownerId: z.string(), svcUserId: z.string(), fieldId: z.string() });

/** Removes points that were replaced, when no query reads them any longer. */
const forget = z.object({ step: z.literal('forget'), ownerId: z.string(), fileId: z.string(), ingestId: z.string() });

export const machineFileMessage = z.discriminatedUnion('step', [
  inspect,
  processFile,
  draw,
  make,
  group,
  compare,
  reprocess,
  reprocessOperations,
  attach,
  forget,
]);

export type MachineFileMessage = z.infer<typeof machineFileMessage>;
export type InspectMessage = z.infer<typeof inspect>;
export type ProcessMessage = z.infer<typeof processFile>;
export type DrawMessage = z.infer<typeof draw>;
export type MakeMessage = z.infer<typeof make>;
export type GroupMessage = z.infer<typeof group>;
export type CompareMessage = z.infer<typeof compare>;
export type ReprocessMessage = z.infer<typeof reprocess>;
export type ReprocessOperationsMessage = z.infer<typeof reprocessOperations>;
export type AttachMessage = z.infer<typeof attach>;
export type ForgetMessage = z.infer<typeof forget>;

/** Opens a foreign file, or reads as much as one holds. */
export type ReadingMessage = InspectMessage | ProcessMessage | DrawMessage | MakeMessage;

/** A message as work that may wait for a slot of its owner. */
export function readingOf(message: ReadingMessage): OwnersWork<ReadingMessage> {
  return { ownerId: message.ownerId, id: `${message.step}#${idOf(message)}`, message };
}

function idOf(message: ReadingMessage): string {
  if (message.step === 'draw') return message.id;
  if (message.step === 'make') return `${message.id}#${message.output}`;
  return message.step === 'inspect' ? message.batchId : message.fileId;
}

/** The inspection of a batch whose file has arrived. */
export function arrivedBatch(key: string): InspectMessage | undefined {
  const ids = incomingIds(key);
  return ids && { step: 'inspect', ownerId: ids.ownerId, batchId: ids.uploadId };
}
