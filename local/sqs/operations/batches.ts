import * as z from 'zod';
import { WireError } from '../../http/json-protocol.ts';
import { numberOf } from '../attributes.ts';
import { batchTooLong, emptyBatch, idsNotDistinct, invalidEntryId, tooManyEntries } from '../errors.ts';
import { changeVisibility, deleteMessage } from '../finish.ts';
import { queueByUrl } from '../lookup.ts';
import { outgoingSize } from '../send.ts';
import { type Core, durable, queueUrl } from './core.ts';
import { outgoingOf, sendFields, sendOne } from './messages.ts';

const maximumEntries = 10;
const maximumBatchBytes = 1_048_576;

const entry = z.object({ Id: z.string() });
const handleEntry = entry.extend({ ReceiptHandle: z.string() });
const batchOf = <E extends z.ZodType>(entries: E) => queueUrl.extend({ Entries: z.array(entries) });

const sendInput = batchOf(entry.extend(sendFields.shape));
const deleteInput = batchOf(handleEntry);
const visibilityInput = batchOf(handleEntry.extend({ VisibilityTimeout: z.number() }));

/** The operations on up to ten messages: each entry succeeds or fails for itself. */
export function batchOperations(core: Core) {
  const { store } = core;
  return {
    SendMessageBatch: durable(core, sendInput, ({ QueueUrl, Entries }, call) => {
      const queue = queueByUrl(store, QueueUrl);
      checkEntries(Entries);
      const bytes = Entries.reduce((sum, fields) => sum + outgoingSize(outgoingOf(fields, call)), 0);
      const limit = Math.min(maximumBatchBytes, Entries.length * numberOf(queue, 'MaximumMessageSize'));
      if (bytes > limit) throw batchTooLong(limit, bytes);
      return eachEntry(Entries, (fields) => sendOne(store, queue, outgoingOf(fields, call)));
    }),
    DeleteMessageBatch: durable(core, deleteInput, ({ QueueUrl, Entries }) => {
      const queue = queueByUrl(store, QueueUrl);
      checkEntries(Entries);
      return eachEntry(Entries, ({ ReceiptHandle }) => deleteMessage(store, queue, ReceiptHandle));
    }),
    ChangeMessageVisibilityBatch: durable(core, visibilityInput, ({ QueueUrl, Entries }) => {
      const queue = queueByUrl(store, QueueUrl);
      checkEntries(Entries);
      return eachEntry(Entries, ({ ReceiptHandle, VisibilityTimeout }) =>
        changeVisibility(store, queue, ReceiptHandle, VisibilityTimeout),
      );
    }),
  };
}

type Entry = z.output<typeof entry>;

function checkEntries(entries: Entry[]): void {
  if (entries.length === 0) throw emptyBatch();
  if (entries.length > maximumEntries) throw tooManyEntries(entries.length);
  const ids = new Set<string>();
  for (const { Id } of entries) {
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(Id)) throw invalidEntryId();
    if (ids.has(Id)) throw idsNotDistinct(Id);
    ids.add(Id);
  }
}

function eachEntry<E extends Entry>(entries: E[], work: (entry: E) => unknown) {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const one of entries) {
    try {
      Successful.push({ Id: one.Id, ...(work(one) as object | undefined) });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      Failed.push({ Id: one.Id, Code: error.queryCode ?? error.type, Message: error.message, SenderFault: true });
    }
  }
  return { Successful, Failed };
}
