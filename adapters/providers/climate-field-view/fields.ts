import * as z from 'zod';
import type { Change, ProvidedFarm, ProvidedField } from '../../../domain/sync/field-provider.ts';
import type { OpenAccount } from '../account.ts';
import type { Made } from '../provider-adapter.ts';
import { jsonOf } from '../transport/expects.ts';
import { valueIn } from '../transport/problem-of.ts';
import { climateBoundaries, fieldSchema } from './boundaries.ts';
import { climateList } from './lists.ts';

const farmSchema = z.looseObject({ name: z.string().max(255).optional() });

/** Fields of Climate FieldView, by the list of fields and its tokens. Farms have no list: fields name them. */
export function climateFields(account: OpenAccount): Made<'fields'> {
  const boundaries = climateBoundaries(account);

  return {
    async *growers() {},
    async *farms() {},
    farm: (id) => askFarm(account, id),

    async *fields({ since, whole }) {
      const pages = climateList(account, '/fields', fieldSchema, whole ? {} : { since });
      let next = await pages.next();
      for (; !next.done; next = await pages.next()) {
        const { items, mark } = next.value;
        for (const [at, field] of items.entries()) {
          boundaries.note(field);
          const { id, name, boundaryId, parent } = field;
          const value = { name, boundaryId, farmId: parent?.id };
          // The token of a page leads behind its last field.
          const isLast = at === items.length - 1;
          yield { id, value, ...(isLast && { mark }) } satisfies Change<ProvidedField>;
        }
      }
      return next.value ? 'whole' : undefined;
    },

    async field(id) {
      const url = new URL(`${account.api}/fields/${encodeURIComponent(id)}`);
      const outcome = await account.transport.send({ url, expects: jsonOf(fieldSchema) });
      if (outcome.kind === 'failed' && outcome.failure.kind === 'missing') return undefined;
      const field = valueIn('Climate FieldView', outcome);
      boundaries.note(field);
      return { name: field.name, boundaryId: field.boundaryId, farmId: field.parent?.id };
    },

    together: boundaries.together,
    boundaries: ({ id }) => boundaries.of(id),

    close: () => account.transport.flush(),
  };
}

/** The first call of a round, which shows whether the provider takes a credential. */
export async function askFirstField(account: OpenAccount): Promise<void> {
  for await (const _ of climateList(account, '/fields', fieldSchema, { limit: 1 })) break;
}

async function askFarm({ transport, api }: OpenAccount, id: string): Promise<ProvidedFarm | undefined> {
  const url = new URL(`${api}/farmOrganizations/farm/${encodeURIComponent(id)}`);
  const outcome = await transport.send({ url, expects: jsonOf(farmSchema) });
  if (outcome.kind === 'failed' && outcome.failure.kind === 'missing') return undefined;
  return { name: valueIn('Climate FieldView', outcome).name };
}
