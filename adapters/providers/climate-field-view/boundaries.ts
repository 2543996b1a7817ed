import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type { ProvidedBoundary } from '../../../domain/sync/field-provider.ts';
import type { OpenAccount } from '../account.ts';
import { jsonOf } from '../transport/expects.ts';
import { valueIn } from '../transport/problem-of.ts';
import { climateList } from './lists.ts';

const name = 'Climate FieldView';
/** The most boundaries that one call answers. */
const maxIds = 10;

const id = providerIdSchema;
const parentSchema = z.looseObject({ id, type: z.string().optional() });

export const fieldSchema = z.looseObject({
  id,
  name: z.string().max(255).optional(),
  boundaryId: id.optional(),
  parent: parentSchema.optional(),
});
const featuresSchema = z.looseObject({ features: z.array(z.looseObject({ id, geometry: z.unknown() })).max(maxIds) });

/** Geometries of boundaries by their ids. */
type Geometries = ReadonlyMap<string, unknown>;

/** The current boundaries of fields, for one round. Boundaries never change: an edit gives the field another one. */
export interface ClimateBoundaries {
  /** Says which boundary a field has now, as a list showed it. */
  note(field: z.output<typeof fieldSchema>): void;
  /** Fields whose boundaries may be asked for in one call. Those of an earlier call are forgotten. */
  together(fieldIds: readonly string[]): void;
  /** The current boundary of a field; none if the field was deleted. */
  of(fieldId: string): AsyncGenerator<ProvidedBoundary>;
}

export function climateBoundaries(account: OpenAccount): ClimateBoundaries {
  const current = new Map<string, string>();
  const groups = new Map<string, () => Promise<Geometries>>();
  let isListRead = false;

  const note: ClimateBoundaries['note'] = ({ id, boundaryId }) => {
    if (boundaryId === undefined) current.delete(id);
    else current.set(id, boundaryId);
  };

  /** One field that no list has shown in this round is asked for; for several the list is read, which has a hundred on a page. */
  const learn = async (fieldIds: readonly string[]): Promise<void> => {
    const [first, ...others] = fieldIds.filter((one) => !current.has(one));
    if (first === undefined || isListRead) return;
    if (others.length === 0) {
      const field = await askField(account, first);
      if (field) note(field);
      return;
    }
    isListRead = true;
    for await (const { items } of climateList(account, '/fields', fieldSchema)) for (const one of items) note(one);
  };

  const read = async (fieldIds: readonly string[]): Promise<Geometries> => {
    await learn(fieldIds);
    return askBoundaries(
      account,
      fieldIds.flatMap((one) => current.get(one) ?? []),
    );
  };

  return {
    note,

    together(fieldIds) {
      groups.clear();
      for (let start = 0; start < fieldIds.length; start += maxIds) {
        const some = fieldIds.slice(start, start + maxIds);
        let asked: Promise<Geometries> | undefined;
        for (const one of some) {
          groups.set(one, () => {
            asked ??= read(some);
            return asked;
          });
        }
      }
    },

    async *of(fieldId) {
      const group = groups.get(fieldId);
      // A second attempt at a field gets what is there by then.
      groups.delete(fieldId);
      const geometries = await (group ? group() : read([fieldId]));
      const boundaryId = current.get(fieldId);
      if (boundaryId === undefined || !geometries.has(boundaryId)) return;
      yield { id: boundaryId, active: true, geometry: geometries.get(boundaryId), replacesOthers: true };
    },
  };
}

/** Undefined for a field that was deleted, or is no longer shared. */
async function askField({ transport, api }: OpenAccount, fieldId: string) {
  const url = new URL(`${api}/fields/${encodeURIComponent(fieldId)}`);
  const outcome = await transport.send({ url, expects: jsonOf(fieldSchema) });
  if (outcome.kind === 'failed' && outcome.failure.kind === 'missing') return undefined;
  return valueIn(name, outcome);
}

async function askBoundaries({ transport, api }: OpenAccount, ids: readonly string[]): Promise<Geometries> {
  if (ids.length === 0) return new Map();
  const url = new URL(`${api}/boundaries/query`);
  const outcome = await transport.send({
    method: 'POST',
    url,
    body: { json: { ids } },
    expects: jsonOf(featuresSchema),
  });
  // Not one of them is known any more; the next round learns what the fields have instead.
  if (outcome.kind === 'failed' && outcome.failure.kind === 'missing') return new Map();
  const { features } = valueIn(name, outcome);
  return new Map(features.map((one) => [one.id, one.geometry]));
}
