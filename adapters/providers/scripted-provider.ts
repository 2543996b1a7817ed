import * as z from 'zod';
import { providerIdSchema } from '../../domain/providers/provider-id.ts';
import type { Change, FieldProvider, ListAsked, ProviderLink } from '../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import { askJson } from './ask-json.ts';

const text = z.string().min(1).max(255);
const id = providerIdSchema;
const change = { mark: z.string().min(1).max(100), id, removed: z.literal(true).optional() };

/** Pages of changes: `next` is the mark of the last change, absent on the last page. */
function pageOf<S extends z.ZodRawShape>(members: S) {
  return z.object({ changes: z.array(z.object({ ...change, ...members })).max(1_000), next: z.string().optional() });
}

const growersPage = pageOf({ name: text.optional() });
const farmsPage = pageOf({ name: text.optional(), growerId: id.optional() });
const fieldsPage = pageOf({
  name: text.optional(),
  farmId: id.optional(),
  organizationId: id.optional(),
  boundaryId: id.optional(),
});
const organizationsAnswer = z
  .array(z.object({ id, name: text, managementUri: z.string().max(2_000).optional() }))
  .max(10_000);
const boundariesAnswer = z.array(z.object({ id, active: z.boolean(), geometry: z.unknown() })).max(1_000);

/**
 * The local provider that plays all others (`local/demo/scripted-provider.ts`), over real HTTP like providers with
 * public URLs. Connects only to loopback, whatever a link contains.
 */
export function scriptedFields(link: ProviderLink): FieldProvider {
  return {
    async *organizations() {
      yield* await askJson(link.provider, addressOf(link, 'organizations'), organizationsAnswer);
    },
    growers: (asked) => changes(link, 'growers', asked, growersPage),
    farms: (asked) => changes(link, 'farms', asked, farmsPage),
    fields: (asked) => changes(link, 'fields', asked, fieldsPage),
    async *boundaries({ id }) {
      const url = addressOf(link, `fields/${encodeURIComponent(id)}/boundaries`);
      yield* await askJson(link.provider, url, boundariesAnswer).catch(noneWhenGone);
    },
    async send({ field }) {
      const url = addressOf(link, `received/${encodeURIComponent(field.id)}`);
      await askJson(link.provider, url, z.object({}), { method: 'PUT', sent: field });
      return { kind: 'sent' };
    },
    async close() {},
  };
}

/** No boundaries for a field that was deleted after it was listed; the next round will list its deletion. */
function noneWhenGone(error: unknown): [] {
  if (error instanceof ProviderProblem && error.kind === 'missing') return [];
  throw error;
}

async function* changes<T extends { mark: string; id: string; removed?: true | undefined }>(
  link: ProviderLink,
  list: string,
  { since, whole }: ListAsked,
  schema: z.ZodType<{ changes: T[]; next?: string | undefined }>,
): AsyncGenerator<Change<Omit<T, 'mark' | 'id' | 'removed'>>, 'whole' | undefined> {
  let from = whole ? undefined : since;
  const isWhole = from === undefined;
  do {
    const url = addressOf(link, list);
    if (from !== undefined) url.searchParams.set('since', from);
    const page = await askJson(link.provider, url, schema);
    for (const { mark, id: changedId, removed, ...value } of page.changes) {
      yield removed ? { mark, id: changedId } : { mark, id: changedId, value };
    }
    from = page.next;
  } while (from !== undefined);
  return isWhole ? 'whole' : undefined;
}

function addressOf({ provider, account, address = '' }: ProviderLink, path: string): URL {
  return new URL(`/${encodeURIComponent(account)}/${path}`, loopbackAddress(provider, address));
}

/** A loopback URL. @throws ProviderProblem for any other. */
export function loopbackAddress(provider: string, address: string): URL {
  const base = URL.canParse(address) ? new URL(address) : undefined;
  if (base?.protocol !== 'http:' || base.hostname !== '127.0.0.1') {
    throw new ProviderProblem('refused', `${provider} is linked to an address that is not of this machine.`);
  }
  return base;
}
