import { placesPartition } from '../../../adapters/aws/dynamodb/consumption/consumption-item.ts';
import { itemsBeginningWith } from '../../../adapters/aws/dynamodb/consumption/items-beginning-with.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { environment } from '../../http/environment.ts';
import { noteUsage, usageNoting } from './note-usage.ts';

/**
 * Have all that is counted under a user's id counted again, under what its facts are called now. Those that are renamed and the fields that are erased are followed anyway; this
 * finds what a field was that had been deleted before.
 */
export function erasersOfConsumption(): Eraser[] {
  const { CONSUMPTION_TABLE, COUNT_USAGE_QUEUE_URL } = environment('CONSUMPTION_TABLE', 'COUNT_USAGE_QUEUE_URL');
  const consumption = table(CONSUMPTION_TABLE);
  const queue = messageQueue(COUNT_USAGE_QUEUE_URL);
  const noting = usageNoting(consumption, { queue, clock: systemClock, newId });
  return [
    {
      covers: 'consumption',
      after: ['usage', 'fields'],
      async erase({ ownerId, svcUserId }) {
        const places = await itemsBeginningWith(consumption, placesPartition(ownerId), `${svcUserId}#`);
        const sources = places.map(({ sk }) => ({ source: String(sk) }));
        if (sources.length > 0) await noteUsage(new Map([[ownerId, sources]]), noting);
      },
    },
  ];
}
