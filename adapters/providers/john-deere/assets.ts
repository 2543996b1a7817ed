import * as z from 'zod';
import { stated } from '../../../domain/assets/placeholder.ts';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type { AssetProvider, ProvidedAsset } from '../../../domain/sync/asset-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { linkOf, nextLink } from '../../../domain/transport/links.ts';
import { failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { endlessList, type ListPage, pagesOf } from '../../../domain/transport/pages.ts';
import type { OpenAccount } from '../account.ts';
import { jsonOf } from '../transport/expects.ts';
import { problemOf } from '../transport/problem-of.ts';
import { deereList, linksSchema, untold } from './lists.ts';

/** The most that a page of equipment may have. */
const itemLimit = 5_000;
const maxText = 255;

const id = z.union([z.int(), providerIdSchema]).transform(String);
const text = z.string().nullish().catch(undefined);
const named = z.looseObject({ name: text });
/** Other clients have met a make or a model as a text, as an object, and in an array. */
const nameSchema = z
  .union([z.string(), named, z.array(named)])
  .nullish()
  .catch(undefined)
  .transform((value) => (typeof value === 'string' ? value : [value].flat()[0]?.name));
const equipmentSchema = z.looseObject({
  id,
  name: text,
  serialNumber: text,
  make: nameSchema,
  model: nameSchema,
  type: nameSchema,
  modelYear: z.coerce.number().int().min(1900).max(2100).optional().catch(undefined),
});
const equipmentPage = z.looseObject({ links: linksSchema, values: z.array(equipmentSchema).max(itemLimit) });
const operatorSchema = z.looseObject({ id, name: text, archived: z.boolean().default(false) });

/**
 * Machines, implements and operators of John Deere Operations Center. Lists are read whole: equipment has no change token, and operators only tell what changed since a time, from
 * which no absence follows.
 */
export function deereAssets(account: OpenAccount): AssetProvider {
  return {
    assets: (kind, organizationId) =>
      kind === 'operator' ? operators(account, organizationId) : equipment(account, kind, organizationId),
    note: (message) => account.transport.note(message),
    close: () => account.transport.flush(),
  };
}

/** The host of equipment is that of production alone, where tokens of the sandbox say nothing. */
const noEquipment =
  'John Deere has no sandbox of its equipment: machines and implements cannot come with a credential whose clientEnvironment is STAGE. Connect the account with one of PRODUCTION. Nothing was asked for.';

async function* operators(account: OpenAccount, organizationId: string): AsyncGenerator<ProvidedAsset> {
  const path = `/organizations/${encodeURIComponent(organizationId)}/operators?recordFilter=ALL`;
  for await (const { id, name, archived } of deereList(account, path, operatorSchema, untold)) {
    yield { id, name: shortened(name) ?? id, status: archived ? 'ARCHIVED' : 'ACTIVE' };
  }
}

async function* equipment(
  account: OpenAccount,
  kind: 'machine' | 'implement',
  organizationId: string,
): AsyncGenerator<ProvidedAsset> {
  const [base] = account.others;
  if (base === undefined) {
    account.transport.note(noEquipment);
    throw new ProviderProblem('missing', noEquipment);
  }
  const first = new URL(`${base}/equipment`);
  const categories = kind === 'machine' ? 'Machine' : 'Implement';
  for (const [name, value] of Object.entries({
    organizationIds: organizationId,
    categories,
    pageOffset: 0,
    itemLimit,
  })) {
    first.searchParams.set(name, String(value));
  }
  const pages = pagesOf((mark) => askPage(account, base, mark === undefined ? first : new URL(mark)));
  for (;;) {
    const next = await pages.next();
    if (!next.done) {
      for (const one of next.value) yield described(one);
      continue;
    }
    account.transport.ended(next.value);
    if (next.value.kind === 'failed') throw problemOf(next.value.failure);
    const endless = endlessList('John Deere', next.value);
    if (endless !== undefined) throw new ProviderProblem('malformed', endless);
    return;
  }
}

type Equipment = z.output<typeof equipmentSchema>;

async function askPage({ transport }: OpenAccount, base: string, url: URL): Promise<Outcome<ListPage<Equipment[]>>> {
  const outcome = await transport.send({ url, expects: jsonOf(equipmentPage) });
  if (outcome.kind !== 'answered') return outcome;
  const { links, values } = outcome.value;
  const next = nextLink(url, linkOf(links, 'nextPage'), base);
  if (next.kind === 'unreadable') return failed('malformed', 'John Deere answered a link that is no address.');
  return { ...outcome, value: { page: values, ...(next.kind === 'next' && { next: next.url.href }) } };
}

function described({ id, modelYear, ...given }: Equipment): ProvidedAsset {
  const [serialNumber, make, model, category] = [given.serialNumber, given.make, given.model, given.type].map(
    shortened,
  );
  const name = shortened(given.name) ?? serialNumber ?? model ?? category ?? id;
  return { id, name, serialNumber, make, model, category, modelYear };
}

/** Placeholders are nothing. */
function shortened(given: string | null | undefined): string | undefined {
  return stated(given ?? undefined)?.slice(0, maxText);
}
