import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { LostWork } from '../../../../domain/satellite/processes/lost-work.ts';
import { moveDeadline, overdueItems } from '../deadlines.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../work/subject-items.ts';
import { processDeadline } from './process-deadline.ts';
import { newFieldsDue, processesDue, processKey, satelliteFieldKey, satelliteFieldOf } from './satellite-item.ts';

/** A new field is sent again after this long. */
const againMilliseconds = 5 * 60_000;
/** Processes that are looked at in one minute: after an outage, most of them are sent again over some hours. */
const processesAtOnce = 500;

/** What the sweep finds by its deadline. */
export function lostWork(satellite: Table, clock: Clock): LostWork {
  const { client, name: TableName } = satellite;
  return {
    async newFields() {
      return (await overdueItems(satellite, newFieldsDue, clock.now())).map(satelliteFieldOf);
    },

    async processes() {
      const items = await overdueItems(satellite, processesDue, clock.now(), processesAtOnce);
      return items.map(({ process, run, sent }) => ({
        ...{ process: process as ImageProcess, run: Number(run), sent: Number(sent ?? 0) },
      }));
    },

    putOffField: ({ ownerId, id }) =>
      moveDeadline(satellite, satelliteFieldKey(ownerId, id), clock.now() + againMilliseconds),

    async putOffProcess({ process, run }) {
      const command = new UpdateCommand({
        TableName,
        Key: processKey(process),
        UpdateExpression: 'SET deadline = :deadline ADD sent :one',
        ConditionExpression: 'run = :run AND attribute_exists(deadlineKey)',
        ExpressionAttributeValues: { ':deadline': processDeadline(clock.now()), ':run': run, ':one': 1 },
      });
      await ifHeld(() => client.send(command));
    },
  };
}
