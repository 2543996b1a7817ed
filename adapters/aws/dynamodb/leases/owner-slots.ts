import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import type { OwnerSlots, Slot } from '../../../../domain/leases/owner-slots.ts';
import type { Table } from '../table.ts';

/** Number of attempts, since others may take slots that were found free. */
const attempts = 5;

/** The item expires if no slot was held for a day. */
const keptSeconds = 24 * 60 * 60;

/** The slots in an owner's item: the holder of each, and its expiry. */
interface Held {
  isTaken: boolean;
  holder(slot: number): string | undefined;
  /** Milliseconds since 1970. */
  until(slot: number): number;
}

/**
 * Slots as members of one item per owner: the holder of each, and its expiry. Taking a slot is one write if the first
 * one tried is free; otherwise the failed condition returns the item.
 *
 * @param kind distinguishes the slots of different kinds of work in one table.
 * @example
 * const slots = ownerSlots(queries, { clock: systemClock, newId });
 * const slot = await slots.take(ownerId, 10, 60_000); // undefined if all ten are held
 */
export function ownerSlots(
  { client, name: TableName }: Table,
  { clock, newId }: { clock: Clock; newId: NewId },
  kind = 'places',
): OwnerSlots {
  const keyOf = (ownerId: string) => ({ pk: `${ownerId}#${kind}`, sk: kind });
  /** The item afterwards, if it is asked for, or the failed condition. */
  const change = async (ownerId: string, input: Omit<UpdateCommandInput, 'TableName' | 'Key'>) => {
    try {
      const { Attributes = {} } = await client.send(new UpdateCommand({ TableName, Key: keyOf(ownerId), ...input }));
      return Attributes;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return error;
      throw error;
    }
  };

  /** Whether the holder has the slot now, and the current holders of all slots. */
  const claim = async (ownerId: string, slot: number, holder: string, until: number): Promise<Held> => {
    const found = await change(ownerId, {
      UpdateExpression: 'SET #holder = :holder, #until = :until, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(#until) OR #until <= :now OR #holder = :holder',
      ExpressionAttributeNames: { '#holder': `holder${slot}`, '#until': `until${slot}` },
      ExpressionAttributeValues: {
        ':holder': holder,
        ':until': until,
        ':now': clock.now(),
        ':expires': Math.ceil(until / 1000) + keptSeconds,
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    if (!(found instanceof ConditionalCheckFailedException))
      return {
        isTaken: true,
        holder: (other) => found[`holder${other}`],
        until: (other) => Number(found[`until${other}`] ?? 0),
      };
    const { Item = {} } = found;
    return {
      isTaken: false,
      holder: (other) => Item[`holder${other}`]?.S,
      until: (other) => Number(Item[`until${other}`]?.N ?? 0),
    };
  };

  /** Conditional on the holder, since another may have the slot by now. */
  const ofHolder = (ownerId: string, slot: number, holder: string, UpdateExpression: string, values: object) =>
    change(ownerId, {
      UpdateExpression,
      ConditionExpression: '#holder = :holder',
      ExpressionAttributeNames: { '#holder': `holder${slot}`, '#until': `until${slot}` },
      ExpressionAttributeValues: { ':holder': holder, ...values },
    });

  const release = async (ownerId: string, slot: number, holder: string) => {
    await ofHolder(ownerId, slot, holder, 'REMOVE #holder, #until', {});
  };

  const slotOf = (ownerId: string, slot: number, holder: string, isOnly: boolean): Slot => ({
    isOnly,
    async extend(more) {
      await ofHolder(ownerId, slot, holder, 'SET #until = :until', { ':until': clock.now() + more });
    },
    free: () => release(ownerId, slot, holder),
  });

  return {
    async take(ownerId, slots, milliseconds, holder = newId()) {
      const all = Array.from({ length: slots }, (_, slot) => slot);
      let candidates = all;
      for (let attempt = 1; attempt <= attempts && candidates.length > 0; attempt += 1) {
        const slot = candidates[Math.floor(Math.random() * candidates.length)] ?? 0;
        const held = await claim(ownerId, slot, holder, clock.now() + milliseconds);
        const isFree = (other: number) => held.until(other) <= clock.now();
        if (held.isTaken)
          return slotOf(
            ownerId,
            slot,
            holder,
            all.every((other) => other === slot || isFree(other)),
          );
        const own = candidates.find((other) => held.holder(other) === holder);
        candidates = own === undefined ? candidates.filter(isFree) : [own];
      }
      return undefined;
    },

    async free(ownerId, holder) {
      const { Item = {} } = await client.send(new GetCommand({ TableName, Key: keyOf(ownerId), ConsistentRead: true }));
      const [name] = Object.entries(Item).find(([key, value]) => key.startsWith('holder') && value === holder) ?? [];
      if (name) await release(ownerId, Number(name.slice('holder'.length)), holder);
    },
  };
}
