import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, type NewId, timestamp } from '../../../../domain/clock.ts';
import { noUser } from '../../../../domain/events/event.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import type { ProcessStore, StartedProcess } from '../../../../domain/satellite/processes/process-store.ts';
import { newSatelliteImage } from '../../../../domain/satellite/satellite-events.ts';
import type { UsageFact } from '../../../../domain/usage/usage-fact.ts';
import { eventWrite } from '../events/event-item.ts';
import { getMany } from '../get-many.ts';
import type { Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { usageWrite } from '../usage-item.ts';
import { processDeadline } from './process-deadline.ts';
import { processesDue, processKey, processMembers, satelliteFieldKey, startedIn } from './satellite-item.ts';

export interface ProcessTables {
  satellite: Table;
  events: Table;
  usage: Table;
  clock: Clock;
  newId: NewId;
}

/**
 * Processes as workers write them. Every write is conditional on the field, so that nothing is made of one that was deleted.
 *
 * @example const processes = processStore({ satellite, events, usage, clock, newId });
 */
export function processStore({ satellite, events, usage, clock, newId }: ProcessTables): ProcessStore {
  const { client, name: TableName } = satellite;

  const ofField = ({ ownerId, fieldId }: ImageProcess): Write => ({
    ConditionCheck: {
      TableName,
      Key: satelliteFieldKey(ownerId, fieldId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  });

  const end = (process: ImageProcess, run: number) => {
    const { statusKey, rowKey } = processMembers(process, run);
    return {
      TableName,
      Key: processKey(process),
      UpdateExpression:
        'SET process = :process, statusKey = :statusKey, rowKey = :rowKey REMOVE deadlineKey, deadline, sent, wasTried',
      ConditionExpression: 'run = :run AND process.#status = :started',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':process': process,
        ':statusKey': statusKey,
        ':rowKey': rowKey,
        ':run': run,
        ':started': 'STARTED',
      },
    };
  };

  return {
    async create(process) {
      const due = { deadlineKey: processesDue, deadline: processDeadline(clock.now()), sent: 0 };
      const Item = { ...processKey(process), ...processMembers(process, 1), ...due };
      const put = { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
      return (await transact(client, [ofField(process), put])) === undefined;
    },

    async get(ownerId, fieldId, id) {
      const [item] = await getMany(satellite, [processKey({ ownerId, fieldId, id })], { consistent: true });
      return item?.process as ImageProcess | undefined;
    },

    async started(ownerId, fieldId, id) {
      const keys = [satelliteFieldKey(ownerId, fieldId), processKey({ ownerId, fieldId, id })];
      const [field, item] = await getMany(satellite, keys, { consistent: true });
      return startedIn(field, item);
    },

    async tried({ process, run }) {
      const command = new UpdateCommand({
        TableName,
        Key: processKey(process),
        UpdateExpression: 'SET wasTried = :yes',
        ConditionExpression: 'run = :run AND attribute_exists(deadlineKey)',
        ExpressionAttributeValues: { ':yes': true, ':run': run },
      });
      await ifHeld(() => client.send(command));
    },

    async succeed({ process, run, field }, made, shapeKey) {
      const now = clock.now();
      const processedTimestamp = timestamp(now);
      const ended: ImageProcess = { ...process, ...made, status: 'SUCCESS', processedTimestamp };
      const { ownerId, externalId } = field;
      const event = newSatelliteImage({ id: newId(), ownerId }, { externalId, processId: process.id }, now);
      const writes: Write[] = [
        ofField(process),
        { Update: end(ended, run) },
        eventWrite(events, event),
        usageWrite(usage, factOf(process, field, shapeKey)),
      ];
      return (await transact(client, writes)) === undefined;
    },

    async fail({ process, run }, reason) {
      const ended: ImageProcess = { ...process, status: 'FAILED', processedTimestamp: timestamp(clock.now()), reason };
      return (await ifHeld(() => client.send(new UpdateCommand(end(ended, run))))) !== undefined;
    },
  };
}

/** A scene counts once for a field, on the day on which it was found, however often it is processed. */
function factOf(
  { id, ownerId, provider, createdAt }: ImageProcess,
  { areaHectares }: StartedProcess['field'],
  shapeKey: string,
): UsageFact {
  return {
    ...{ ownerId, svcUserId: noUser, sourceId: id, areaHectares },
    product: provider === 'planet' ? 'satelliteProcessPlanet' : 'satelliteProcessSentinel',
    day: createdAt.slice(0, 10),
    shape: { objectKey: shapeKey },
  };
}
