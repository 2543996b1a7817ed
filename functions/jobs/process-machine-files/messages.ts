import * as z from 'zod';
import { incomingIds } from '../../../domain/files/object-keys.ts';
import type { OwnersWork } from '../../../domain/leases/waiting-work.ts';
import type { DrawnKind } from '../../../domain/machine-files/drawing.ts';
import { arrivedKeys } from '../../queue/arrivals.ts';

/** Looks into a batch that has arrived, or works again on what failed in it. */
export interface InspectMessage {
  step: 'inspect';
  ownerId: string;
  batchId: string;
}

/** Takes one file of a batch through all steps. */
export interface ProcessMessage {
  step: 'process';
  ownerId: string;
  fileId: string;
}

/** Draws the images of a file or an operation, unless it has been made again since they were asked for. */
export interface DrawMessage {
  step: 'draw';
  ownerId: string;
  kind: DrawnKind;
  id: string;
  /** When it was made. */
  version: string;
}

/** Opens a foreign file, or reads as much as one holds. */
export type ReadingMessage = InspectMessage | ProcessMessage | DrawMessage;

/** The same as work that may wait for a place of its owner. */
export function readingOf(message: ReadingMessage): OwnersWork<ReadingMessage> {
  return { ownerId: message.ownerId, id: `${message.step}#${idOf(message)}`, message };
}

function idOf(message: ReadingMessage): string {
  if (message.step === 'draw') return message.id;
  return message.step === 'inspect' ? message.batchId : message.fileId;
}

/** Brings the field operations of a user up to its files. */
export interface GroupMessage {
  step: 'group';
  ownerId: string;
  svcUserId: string;
  /** An operation that is made again although nothing has changed. */
  again?: string | undefined;
}

/** Takes files of a user that have ended through their steps again: all, or those with some ids. */
export interface ReprocessMessage {
  step: 'reprocess';
  ownerId: string;
  svcUserId: string;
  ids?: string[] | undefined;
  /** What changed later has today's settings already. */
  askedTime: string;
}

/** Has operations on some fields of a user, or on all, made again. */
export interface ReprocessOperationsMessage {
  step: 'reprocessOperations';
  ownerId: string;
  svcUserId: string;
  fieldIds?: string[] | undefined;
}

/** Lets the files on the ground of a field follow a change of its boundary. */
export interface AttachMessage {
  step: 'attach';
  ownerId: string;
  svcUserId: string;
  fieldId: string;
}

/** Removes points that were replaced, when no query reads them any longer. */
export interface ForgetMessage {
  step: 'forget';
  ownerId: string;
  fileId: string;
  ingestId: string;
}

const ownMessage = z.union([
  z.object({ step: z.literal('inspect'), ownerId: z.string(), batchId: z.string() }),
  z.object({ step: z.literal('process'), ownerId: z.string(), fileId: z.string() }),
  z.object({
    step: z.literal('draw'),
    ownerId: z.string(),
    kind: z.enum(['file', 'operation']),
    id: z.string(),
    version: z.string(),
  }),
  z.object({ step: z.literal('forget'), ownerId: z.string(), fileId: z.string(), ingestId: z.string() }),
  z.object({ step: z.literal('attach'), ownerId: z.string(), svcUserId: z.string(), fieldId: z.string() }),
  z.object({
    step: z.literal('reprocess'),
    ownerId: z.string(),
    svcUserId: z.string(),
    ids: z.array(z.string()).optional(),
    askedTime: z.string(),
  }),
  z.object({
    step: z.literal('reprocessOperations'),
    ownerId: z.string(),
    svcUserId: z.string(),
    fieldIds: z.array(z.string()).optional(),
  }),
  z.object({ step: z.literal('group'), ownerId: z.string(), svcUserId: z.string(), again: z.string().optional() }),
]);

export type Work =
  | InspectMessage
  | ProcessMessage
  | DrawMessage
  | GroupMessage
  | AttachMessage
  | ForgetMessage
  | ReprocessMessage
  | ReprocessOperationsMessage;

/** What a message of the queue asks for: one of our own, or the bucket's news of a batch that has arrived. */
export function workOf(body: string): Work[] {
  const own = ownMessage.safeParse(JSON.parse(body));
  if (own.success) return [own.data];
  return arrivedKeys(body).flatMap((key) => {
    const ids = incomingIds(key);
    if (ids) return [{ step: 'inspect' as const, ownerId: ids.ownerId, batchId: ids.uploadId }];
    console.warn({ key, skipped: 'the key names no batch' });
    return [];
  });
}
