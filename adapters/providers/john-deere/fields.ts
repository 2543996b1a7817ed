import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type {
  Change,
  ListAsked,
  ProvidedFarm,
  ProvidedField,
  ProvidedGrower,
} from '../../../domain/sync/field-provider.ts';
import { lateTokens } from '../../../domain/transport/changes.ts';
import type { OpenAccount } from '../account.ts';
import type { Made, Needs } from '../provider-adapter.ts';
import { jsonOf } from '../transport/expects.ts';
import { valueIn } from '../transport/problem-of.ts';
import { deereBoundaries } from './boundaries.ts';
import { axiom, deereList, isUnknown, lastSegment, linksSchema, untold } from './lists.ts';

const id = providerIdSchema;
const named = { id, name: z.string().max(255).optional(), links: linksSchema };
const clientSchema = z.looseObject(named);
const farmSchema = z.looseObject({ ...named, clientUri: z.string().optional() });
const fieldSchema = z.looseObject({
  ...named,
  farms: z.looseObject({ farms: z.array(z.looseObject({ id: id.optional() })).default([]) }).optional(),
});
/** Fields of John Deere Operations Center, by lists of each organization and their change tokens. */
export function deereFields(account: OpenAccount, { changes }: Needs<'fields'>): Made<'fields'> {
  const tokens = lateTokens(changes);
  const boundaries = deereBoundaries(account);
  const list = <S extends z.ZodType>(asked: ListAsked, path: string, item: S) =>
    deereList(account, path, item, asked.whole ? untold : tokens);

  return {
    async *growers(asked) {
      const read = (organizationId: string) => list(asked, `${pathOf(organizationId)}/clients`, clientSchema);
      return yield* ofEach(asked, read, ({ id, name }, organizationId): Change<ProvidedGrower> => {
        return { id, value: { name, organizationId } };
      });
    },

    async *farms(asked) {
      const read = (organizationId: string) => list(asked, `${pathOf(organizationId)}/farms`, farmSchema);
      return yield* ofEach(asked, read, ({ id, name, clientUri }, organizationId): Change<ProvidedFarm> => {
        return { id, value: { name, growerId: lastSegment(clientUri), organizationId } };
      });
    },

    async *fields(asked) {
      const read = (organizationId: string) => list(asked, `${pathOf(organizationId)}/fields?embed=farms`, fieldSchema);
      const whole = yield* ofEach(asked, read, ({ id, name, farms }, organizationId): Change<ProvidedField> => {
        return { id, value: { name, organizationId, farmId: farms?.farms[0]?.id } };
      });
      if (asked.whole) return whole;
      for (const organizationId of chosen(asked)) {
        // Whether a new boundary changes the list of fields is not documented.
        for await (const id of boundaries.changed(organizationId, tokens)) yield { id, hasNewBoundaries: true };
      }
      return whole;
    },

    async field(id, organizations = new Set()) {
      for (const organizationId of organizations) {
        const url = new URL(`${account.api}${pathOf(organizationId)}/fields/${encodeURIComponent(id)}?embed=farms`);
        const outcome = await account.transport.send({ url, headers: { accept: axiom }, expects: jsonOf(fieldSchema) });
        if (isUnknown(outcome)) continue;
        const { name, farms } = valueIn('John Deere', outcome);
        return { name, organizationId, farmId: farms?.farms[0]?.id };
      }
      return undefined;
    },

    boundaries: boundaries.of,
    taken: tokens.store,
    close: () => account.transport.flush(),
  };
}

/** Reads a list of each organization. @returns `whole` if all of them were. */
async function* ofEach<Item, Shown>(
  asked: ListAsked,
  read: (organizationId: string) => AsyncGenerator<Item, boolean>,
  shown: (item: Item, organizationId: string) => Shown,
): AsyncGenerator<Shown, 'whole' | undefined> {
  let isWhole = true;
  for (const organizationId of chosen(asked)) {
    const items = read(organizationId);
    let next = await items.next();
    for (; !next.done; next = await items.next()) yield shown(next.value, organizationId);
    isWhole &&= next.value;
  }
  return isWhole ? 'whole' : undefined;
}

const chosen = ({ organizations = new Set() }: ListAsked) => [...organizations].sort();
const pathOf = (organizationId: string) => `/organizations/${encodeURIComponent(organizationId)}`;
