import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import type { OwnerPlaces, Place } from '../../../../domain/turns/owner-places.ts';
import type { Table } from '../table.ts';

/** Others may take the places that were seen to be free; so often that does not happen in a row. */
const attempts = 5;

/** What is left of an item when nobody has held a place for a day. */
const keptSeconds = 24 * 60 * 60;

/** An owner's item: who holds which place, and until when. */
interface Held {
  holder(place: number): string | undefined;
  /** Milliseconds since 1970. */
  until(place: number): number;
}

/**
 * Places as members of one item of each owner: who holds which, and until when. Taking one is one write where the place that is tried
 * first is free; where it is not, the refusal says which are.
 *
 * @param kind tells the places of one kind of work from those of another in the same table.
 */
export function ownerPlaces(
  { client, name: TableName }: Table,
  { clock, newId }: { clock: Clock; newId: NewId },
  kind = 'places',
): OwnerPlaces {
  const keyOf = (ownerId: string) => ({ pk: `${ownerId}#${kind}`, sk: kind });
  const change = async (ownerId: string, input: Omit<UpdateCommandInput, 'TableName' | 'Key'>) => {
    try {
      await client.send(new UpdateCommand({ TableName, Key: keyOf(ownerId), ...input }));
      return undefined;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return error;
      throw error;
    }
  };

  /** Undefined when the place is the holder's now; else who holds which. */
  const claim = async (ownerId: string, place: number, holder: string, until: number): Promise<Held | undefined> => {
    const refused = await change(ownerId, {
      UpdateExpression: 'SET #holder = :holder, #until = :until, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(#until) OR #until <= :now OR #holder = :holder',
      ExpressionAttributeNames: { '#holder': `holder${place}`, '#until': `until${place}` },
      ExpressionAttributeValues: {
        ':holder': holder,
        ':until': until,
        ':now': clock.now(),
        ':expires': Math.ceil(until / 1000) + keptSeconds,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    if (!refused) return undefined;
    const { Item = {} } = refused;
    return { holder: (other) => Item[`holder${other}`]?.S, until: (other) => Number(Item[`until${other}`]?.N ?? 0) };
  };

  /** Only the holder's place is changed: somebody else may have it by now. */
  const ofHolder = (ownerId: string, place: number, holder: string, UpdateExpression: string, values: object) =>
    change(ownerId, {
      UpdateExpression,
      ConditionExpression: '#holder = :holder',
      ExpressionAttributeNames: { '#holder': `holder${place}`, '#until': `until${place}` },
      ExpressionAttributeValues: { ':holder': holder, ...values },
    });

  const placeOf = (ownerId: string, place: number, holder: string): Place => ({
    async extend(more) {
      await ofHolder(ownerId, place, holder, 'SET #until = :until', { ':until': clock.now() + more });
    },
    async free() {
      await ofHolder(ownerId, place, holder, 'REMOVE #holder, #until', {});
    },
  });

  return {
    async take(ownerId, places, milliseconds, holder = newId()) {
      let candidates = Array.from({ length: places }, (_, place) => place);
      for (let attempt = 1; attempt <= attempts && candidates.length > 0; attempt += 1) {
        const place = candidates[Math.floor(Math.random() * candidates.length)] ?? 0;
        const held = await claim(ownerId, place, holder, clock.now() + milliseconds);
        if (!held) return placeOf(ownerId, place, holder);
        const own = candidates.find((other) => held.holder(other) === holder);
        candidates = own === undefined ? candidates.filter((other) => held.until(other) <= clock.now()) : [own];
      }
      return undefined;
    },

    async free(ownerId, holder) {
      const { Item = {} } = await client.send(new GetCommand({ TableName, Key: keyOf(ownerId), ConsistentRead: true }));
      const [name] = Object.entries(Item).find(([key, value]) => key.startsWith('holder') && value === holder) ?? [];
      if (name) await placeOf(ownerId, Number(name.slice('holder'.length)), holder).free();
    },
  };
}
