import { deletedFields } from '../../../adapters/aws/dynamodb/satellite/deleted-fields.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import type { FieldErasureMessage } from './messages.ts';

const names = environment('SATELLITE_TABLE', 'ERASE_SATELLITE_FIELD_QUEUE_URL');
const deleted = deletedFields(table(names.SATELLITE_TABLE), systemClock);
const queue = messageQueue<FieldErasureMessage>(names.ERASE_SATELLITE_FIELD_QUEUE_URL);

/** Sends messages for deleted fields that are not completely erased. */
export const sweepParts: SweepParts = {
  async satelliteErasures() {
    const overdue = await deleted.overdue();
    for (const field of overdue) {
      await deleted.delayRetry(field.ownerId, field.fieldId);
      await queue.send(field);
    }
    return overdue.length;
  },
};
