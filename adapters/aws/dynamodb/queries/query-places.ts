import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import type { QueryPlaces } from '../../../../domain/query/query-places.ts';
import type { Table } from '../table.ts';

/** Others may take the places that were seen to be free; so often that does not happen in a row. */
const attempts = 5;

/** What is left of an item when nobody has held a place for a day. */
const keptSeconds = 24 * 60 * 60;

/**
 * Places as members of one item of each owner: who holds which, and until when. Taking one is one write where the place that is tried
 * first is free; where it is not, the refusal says which are.
 */
export function queryPlaces(queries: Table, { clock, newId }: { clock: Clock; newId: NewId }): QueryPlaces {
  const change = async (ownerId: string, input: Omit<UpdateCommandInput, 'TableName' | 'Key'>) => {
    const Key = { pk: `${ownerId}#places`, sk: 'places' };
    try {
      await queries.client.send(new UpdateCommand({ TableName: queries.name, Key, ...input }));
      return undefined;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return error;
      throw error;
    }
  };

  /** The places that were free when this one was not. */
  const claim = async (ownerId: string, place: number, holder: string, until: number) => {
    const now = clock.now();
    const refused = await change(ownerId, {
      UpdateExpression: 'SET #holder = :holder, #until = :until, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(#until) OR #until <= :now',
      ExpressionAttributeNames: { '#holder': `holder${place}`, '#until': `until${place}` },
      ExpressionAttributeValues: {
        ':holder': holder,
        ':until': until,
        ':now': now,
        ':expires': Math.ceil(until / 1000) + keptSeconds,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    if (!refused) return undefined;
    return (other: number) => Number(refused.Item?.[`until${other}`]?.N ?? 0) <= now;
  };

  /** Only the holder's place is changed: somebody else may have it by now. */
  const ofHolder = (ownerId: string, place: number, holder: string, UpdateExpression: string, values: object) =>
    change(ownerId, {
      UpdateExpression,
      ConditionExpression: '#holder = :holder',
      ExpressionAttributeNames: { '#holder': `holder${place}`, '#until': `until${place}` },
      ExpressionAttributeValues: { ':holder': holder, ...values },
    });

  return {
    async take(ownerId, places, milliseconds) {
      const holder = newId();
      let candidates = Array.from({ length: places }, (_, place) => place);
      for (let attempt = 1; attempt <= attempts && candidates.length > 0; attempt += 1) {
        const place = candidates[Math.floor(Math.random() * candidates.length)] ?? 0;
        const isFree = await claim(ownerId, place, holder, clock.now() + milliseconds);
        if (!isFree) {
          return {
            async extend(more) {
              await ofHolder(ownerId, place, holder, 'SET #until = :until', { ':until': clock.now() + more });
            },
            async free() {
              await ofHolder(ownerId, place, holder, 'REMOVE #holder, #until', {});
            },
          };
        }
        candidates = candidates.filter(isFree);
      }
      return undefined;
    },
  };
}
