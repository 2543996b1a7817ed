import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { messageQueue } from '../../../adapters/aws/sqs/send-message.ts';
import { systemClock } from '../../../adapters/system.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';

const names = environment('FIELDS_TABLE', 'USERS_TABLE', 'SYNC_FIELDS_QUEUE_URL');

const rounds = {
  leases: userLeases('sync', {
    fields: table(names.FIELDS_TABLE),
    users: table(names.USERS_TABLE),
    clock: systemClock,
  }),
  send: messageQueue(names.SYNC_FIELDS_QUEUE_URL).send,
  clock: systemClock,
};

export const fieldSyncs: SweepParts = { syncs: () => sendOverdue(rounds) };
