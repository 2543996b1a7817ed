import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { LostWork } from '../../../../domain/satellite/processes/lost-work.ts';
import { moveDeadline, overdueItems } from '../deadlines.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { processDeadline } from './process-deadline.ts';
import { newFieldsDue, processesDue, processKey, satelliteFieldKey, satelliteFieldOf } from './satellite-item.ts';

/** The message of a new field is sent again after this long. */
const againMilliseconds = 5 * 60_000;
/** Processes that one sweep sends again: after an outage, a backlog is spread over some hours. */
const maxProcesses = 500;

/** Finds new fields and processes by their deadlines. */
export function lostWork(satellite: Table, clock: Clock): LostWork {
  const { client, name: TableName } = satellite;
  return {
    async newFields() {
      return (await overdueItems(satellite, newFieldsDue, clock.now())).map(satelliteFieldOf);
    },

    async processes() {
      const items = await overdueItems(satellite, processesDue, clock.now(), maxProcesses);
      return items.map(({ process, run, sent, wasTried }) => ({
        ...{ process: process as ImageProcess, run: Number(run), tries: Number(sent ?? 0) },
        wasTried: wasTried === true,
      }));
    },

    delayField: ({ ownerId, id }) =>
      moveDeadline(satellite, satelliteFieldKey(ownerId, id), clock.now() + againMilliseconds),

    async delayProcess({ process, run, wasTried }) {
      const command = new UpdateCommand({
        TableName,
        Key: processKey(process),
        UpdateExpression: 'SET deadline = :deadline REMOVE wasTried ADD sent :tries',
        ConditionExpression: 'run = :run AND attribute_exists(deadlineKey)',
        ExpressionAttributeValues: {
          ':deadline': processDeadline(clock.now()),
          ':run': run,
          ':tries': Number(wasTried),
        },
      });
      await ifHeld(() => client.send(command));
    },
  };
}
