import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { messageQueue } from '../../../adapters/aws/sqs/send-message.ts';
import { systemClock } from '../../../adapters/system.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';

const names = environment('FIELDS_TABLE', 'USERS_TABLE', 'CHECK_CREDENTIALS_QUEUE_URL');

const checks = {
  leases: userLeases('credentials', {
    fields: table(names.FIELDS_TABLE),
    users: table(names.USERS_TABLE),
    clock: systemClock,
  }),
  send: messageQueue(names.CHECK_CREDENTIALS_QUEUE_URL).send,
  clock: systemClock,
};

export const credentialChecks: SweepParts = { credentials: () => sendOverdue(checks) };
