import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { NewId } from '../../../../domain/clock.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { differenceOf, type SeriesChange } from '../../../../domain/usage/counting/count-tile.ts';
import type { TileStore } from '../../../../domain/usage/counting/ports.ts';
import { ofOwner, type SeriesName } from '../../../../domain/usage/counting/series.ts';
import type { Day } from '../../../../domain/weather/days.ts';
import type { Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { daysIn, seriesKey, sumKey, sumOf } from './consumption-item.ts';
import { forgetShape, type StoredShape, storeShape } from './stored-shape.ts';

/** Each is a series and its sum: 80 of the 100 writes of a transaction, and at most 1.5 MB. */
const changesAtOnce = 40;

interface WriterServices {
  consumption: Table;
  files: ObjectStore;
  newId: NewId;
  /** What was read of the series before a change. */
  stateOf(change: SeriesChange): { revision: string; shape: StoredShape | undefined } | undefined;
}

/** Writes series, each in one transaction with the sum that it adds to: whatever is repeated or broken off, a sum is that of the series that are stored. */
export function seriesWriter({ consumption, files, newId, stateOf }: WriterServices): TileStore['apply'] {
  const { client, name: TableName } = consumption;

  async function applySome(ownerId: string, tile: string, changes: readonly SeriesChange[]): Promise<void> {
    const writes: Write[] = [];
    const shapes: [StoredShape | undefined, StoredShape | undefined][] = [];
    for (const change of changes) {
      const { before, after } = change;
      const name = (after ?? before) as SeriesName;
      const Key = seriesKey(ownerId, tile, name);
      const state = stateOf(change);
      const held = state
        ? {
            ConditionExpression: 'revision = :revision',
            ExpressionAttributeValues: { ':revision': state.revision },
          }
        : { ConditionExpression: 'attribute_not_exists(pk)' };
      let shape: StoredShape | undefined;
      if (after) {
        const { covered, ...series } = after;
        shape = covered && (await storeShape(files, ownerId, Key, covered));
        const Item = { ...Key, series, revision: newId(), ...(shape && { shape }) };
        writes.push({ Put: { TableName, Item, ...held } });
      } else writes.push({ Delete: { TableName, Key, ...held } });
      writes.push(...sumWrites(TableName, sumKey(ownerId, name), differenceOf(change)));
      shapes.push([state?.shape, shape]);
    }
    const failed = await transact(client, writes);
    if (failed !== undefined) throw new Error(`the tile ${tile} of ${ownerId} was changed while it was counted`);
    for (const [before, after] of shapes) await forgetShape(files, before, after);
  }

  /** Removes the sum of a user that has become empty: the names of deleted users do not stay. */
  async function removeIfEmpty(ownerId: string, name: SeriesName): Promise<void> {
    const Key = sumKey(ownerId, name);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    if (!Item || daysIn(Item).length > 0) return;
    const command = new DeleteCommand({
      ...{ TableName, Key },
      ConditionExpression: 'moves = :moves',
      ExpressionAttributeValues: { ':moves': Item.moves },
    });
    await ifHeld(() => client.send(command));
  }

  return async (ownerId, tile, changes) => {
    const changed = changes.filter(({ before, after }) => before ?? after);
    for (let start = 0; start < changed.length; start += changesAtOnce) {
      await applySome(ownerId, tile, changed.slice(start, start + changesAtOnce));
    }
    for (const { before, after } of changed) {
      if (before && !after && before.subject !== ofOwner) await removeIfEmpty(ownerId, before);
    }
  };
}

/** One update of at most 366 days and their months, whose expression is shorter than the 4 kB that DynamoDB allows. */
function sumWrites(TableName: string, Key: { pk: string; sk: string }, difference: Record<Day, number>): Write[] {
  const numbers = Object.entries(sumOf(difference));
  if (Object.keys(difference).length === 0) return [];
  return [
    {
      Update: {
        ...{ TableName, Key },
        UpdateExpression: `ADD #m :m,${numbers.map((_, index) => `#${index} :${index}`).join(',')}`,
        ExpressionAttributeNames: {
          '#m': 'moves',
          ...Object.fromEntries(numbers.map(([name], index) => [`#${index}`, name])),
        },
        ExpressionAttributeValues: {
          ':m': 1,
          ...Object.fromEntries(numbers.map(([, units], index) => [`:${index}`, units])),
        },
      },
    },
  ];
}
