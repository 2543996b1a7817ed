import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, DerivedId } from '../../../../domain/clock.ts';
import type { ConsumptionStore } from '../../../../domain/usage/consumption/consumption-store.ts';
import {
  auditProduct,
  type Contract,
  type ContractProduct,
  contractProducts,
  type Term,
  termOf,
  termsUntil,
} from '../../../../domain/usage/contract.ts';
import { isPresent, ofOwner, present } from '../../../../domain/usage/counting/series.ts';
import { addDays, type Day, dayOf, earlier } from '../../../../domain/weather/days.ts';
import type { Table } from '../table.ts';
import {
  attributesOf,
  daysIn,
  firstPrefix,
  notedPartition,
  notedPrefix,
  sumKey,
  sumsPartition,
  termPrefix,
} from './consumption-item.ts';
import { itemsBeginningWith } from './items-beginning-with.ts';

const maxPending = 1_000;

/** Counted usage in DynamoDB. */
export function consumptionStore(consumption: Table, clock: Clock, derivedId: DerivedId): ConsumptionStore {
  const { client, name: TableName } = consumption;

  const termOfSums = ({ product, start }: Contract) => (product === auditProduct ? present : start);

  return {
    async contracts(ownerId) {
      const [firsts, terms] = await Promise.all([
        itemsBeginningWith(consumption, ownerId, firstPrefix),
        itemsBeginningWith(consumption, ownerId, termPrefix),
      ]);
      const firstOf = new Map(firsts.map(({ sk, day }) => [String(sk).slice(firstPrefix.length), String(day)]));
      const used = terms.map(({ sk }) => String(sk).slice(termPrefix.length).split('#') as [ContractProduct, Day]);
      const today = dayOf(clock.now());
      return contractProducts.flatMap((product) => {
        const first = firstOf.get(product);
        if (first === undefined) return [];
        return termsOf(product, first, today, used).map((term) => ({
          ...{ id: derivedId(ownerId, 'contract', product, term.start), product },
          ...term,
        }));
      });
    },

    async sums(ownerId, contract) {
      const items = await itemsBeginningWith(
        consumption,
        sumsPartition(ownerId, contract.product, termOfSums(contract)),
        '',
      );
      const sums = new Map(items.map((item) => [String(item.sk), daysIn(item)]));
      const owner = sums.get(ofOwner) ?? [];
      sums.delete(ofOwner);
      return { owner, users: sums };
    },

    async until(ownerId, contract, day) {
      const today = dayOf(clock.now());
      const pk = sumsPartition(ownerId, contract.product, termOfSums(contract));
      // Counted from the nearer end. What is present has no first day of the term.
      const before = attributesOf({ from: contract.start, to: day });
      const after = attributesOf({
        from: addDays(day, 1),
        to: isPresent(contract) ? today : earlier(today, contract.end),
      });
      const isBackwards = isPresent(contract) || after.length < before.length;
      const names = isBackwards ? ['total', ...after] : before;
      const units = new Map<string, number>();
      for (const { sk, ...item } of await itemsBeginningWith(consumption, pk, '', ['sk', ...names])) {
        const numbers = names.map((name) => Number(item[name] ?? 0));
        const [first = 0, ...others] = numbers;
        units.set(
          String(sk),
          others.reduce((sum, number) => (isBackwards ? sum - number : sum + number), first),
        );
      }
      const owner = units.get(ofOwner) ?? 0;
      units.delete(ofOwner);
      return { owner, users: units };
    },

    async sum(ownerId, contract, svcUserId) {
      const name = { product: contract.product, term: termOfSums(contract), subject: svcUserId ?? ofOwner };
      const command = new GetCommand({ TableName, Key: sumKey(ownerId, name), ConsistentRead: true });
      const { Item } = await client.send(command);
      return Item ? daysIn(Item) : [];
    },

    async pending(ownerId) {
      const { Count = 0 } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: { ':pk': notedPartition(ownerId), ':sk': notedPrefix },
          Select: 'COUNT',
          ConsistentRead: true,
          Limit: maxPending,
        }),
      );
      return Count;
    },
  };
}

/** Boundaries that are present need no use to go on; other products have the terms in which they were used. */
function termsOf(
  product: ContractProduct,
  first: Day,
  today: Day,
  used: readonly (readonly [ContractProduct, Day])[],
): Term[] {
  if (product === auditProduct) return termsUntil(first, today);
  // A term of before an earlier first day became known no longer begins there.
  const starts = used.filter(([of, start]) => of === product && termOf(first, start).start === start);
  return starts.map(([, start]) => termOf(first, start)).sort((a, b) => (a.start < b.start ? -1 : 1));
}
