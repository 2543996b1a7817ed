import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, type NewId, timestamp } from '../../../../domain/clock.ts';
import type {
  PlanetFieldState,
  PlanetFields,
  PlanetStep,
  PlanetSubject,
} from '../../../../domain/satellite/planet/planet-stores.ts';
import { satelliteSubscriptionFailed } from '../../../../domain/satellite/satellite-events.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { leases } from '../work/leases.ts';
import { processPartition, satelliteFieldKey } from './satellite-item.ts';

const stateKey = ({ ownerId, fieldId }: PlanetSubject) => ({
  pk: processPartition(ownerId, fieldId),
  sk: 'planet#state',
});
/** For each step, where its last failure is and the causes that the owner was told of since the step last succeeded. */
const members = {
  search: { failureName: 'searchFailure', reportedName: 'searchTold' },
  order: { failureName: 'orderFailure', reportedName: 'orderTold' },
} as const satisfies Record<PlanetStep, object>;

export interface PlanetTables {
  satellite: Table;
  events: Table;
  clock: Clock;
  newId: NewId;
}

/** The state of searches, in an item among the processes of the field, with which it is erased. */
export function planetFields({ satellite, events, clock, newId }: PlanetTables): PlanetFields {
  const { client, name: TableName } = satellite;

  const update = (subject: PlanetSubject, UpdateExpression: string, values?: Item, names?: Record<string, string>) =>
    client.send(
      new UpdateCommand({
        TableName,
        Key: stateKey(subject),
        UpdateExpression,
        ...(values && { ExpressionAttributeValues: values }),
        ...(names && { ExpressionAttributeNames: names }),
        ReturnValues: 'ALL_NEW',
      }),
    );

  return {
    state: planetState(satellite),

    async reached(subject, publishedUntil) {
      await update(subject, 'SET publishedUntil = :until', { ':until': publishedUntil });
    },

    async searched(subject) {
      const values = { ':now': timestamp(clock.now()), ':none': 0 };
      await update(subject, 'SET searchedAt = :now, failures = :none REMOVE searchFailure, searchTold', values);
    },

    async failed({ id: fieldId, ownerId, externalId }, step, failure, reports) {
      const subject = { ownerId, fieldId };
      const { failureName, reportedName } = members[step];
      const isThere: Write = {
        ConditionCheck: {
          TableName,
          Key: satelliteFieldKey(ownerId, fieldId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      };
      const stored = {
        TableName,
        Key: stateKey(subject),
        UpdateExpression: 'SET #failure = :failure',
        ExpressionAttributeNames: { '#failure': failureName },
        ExpressionAttributeValues: { ':failure': failure },
      };
      const reportedUpdate = {
        ...stored,
        UpdateExpression: `${stored.UpdateExpression} ADD #told :causes`,
        ConditionExpression: 'attribute_not_exists(#told) OR NOT contains(#told, :cause)',
        ExpressionAttributeNames: { ...stored.ExpressionAttributeNames, '#told': reportedName },
        ExpressionAttributeValues: {
          ...stored.ExpressionAttributeValues,
          ':cause': failure.cause,
          ':causes': new Set([failure.cause]),
        },
      };
      const message = { fieldId: externalId, message: failure.reason };
      const event = satelliteSubscriptionFailed({ id: newId(), ownerId }, message, clock.now());
      const isReported =
        reports &&
        (await transact(client, [isThere, { Update: reportedUpdate }, eventWrite(events, event)])) === undefined;
      // Nothing is stored for a field that was deleted.
      if (!isReported && (await transact(client, [isThere, { Update: stored }])) !== undefined) return 0;
      if (step === 'order') return 0;
      const { Attributes } = await update(subject, 'ADD failures :one', { ':one': 1 });
      return Number(Attributes?.failures);
    },

    async passed(subject, step) {
      const { failureName, reportedName } = members[step];
      await update(subject, 'REMOVE #failure, #told', undefined, { '#failure': failureName, '#told': reportedName });
    },

    leases: planetLeases(satellite, clock),
  };
}

/** Reads the state of the searches for a field. */
export function planetState({ client, name: TableName }: Table): PlanetFields['state'] {
  return async (subject) => {
    const command = new GetCommand({ TableName, Key: stateKey(subject), ConsistentRead: true });
    const { Item } = await client.send(command);
    return Item && stateIn(Item);
  };
}

/** Leases of fields with Planet. Each such field has one, whose deadline is the time of its next search. */
export function planetLeases(satellite: Table, clock: Clock): PlanetFields['leases'] {
  return leases<PlanetSubject>({
    table: satellite,
    clock,
    keyOf: ({ ownerId, fieldId }) => ({ pk: processPartition(ownerId, fieldId), sk: 'planet#lease' }),
    deadlineKey: 'satellitePlanet',
  });
}

function stateIn({ publishedUntil, searchedAt, failures, searchFailure, orderFailure }: Item): PlanetFieldState {
  const known = { publishedUntil, searchedAt, searchFailure, orderFailure } as Omit<PlanetFieldState, 'failures'>;
  return { ...known, failures: Number(failures ?? 0) };
}
