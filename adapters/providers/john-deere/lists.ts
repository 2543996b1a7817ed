import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { type ChangeTokens, changesOf } from '../../../domain/transport/changes.ts';
import { linkOf, nextLink } from '../../../domain/transport/links.ts';
import { failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { endlessList, type ListEnd, type ListPage } from '../../../domain/transport/pages.ts';
import type { OpenAccount } from '../account.ts';
import { jsonOf } from '../transport/expects.ts';
import { problemOf } from '../transport/problem-of.ts';

export const axiom = 'application/vnd.deere.axiom.v3+json';
const name = 'John Deere';
/** The most that a page may have. */
const count = 100;

export const linkSchema = z.looseObject({ rel: z.string(), uri: z.string().optional() });
export const linksSchema = z.array(linkSchema).optional();

/** For lists that are always read whole. */
export const untold: ChangeTokens = { get: async () => undefined, put: async () => {}, drop: async () => {} };

/**
 * The id at the end of a link; undefined if there is none that could be one.
 *
 * @example lastSegment('https://api.deere.com/platform/organizations/1234') // '1234'
 */
export function lastSegment(uri: string | undefined): string | undefined {
  const segment = uri?.split(/[?;]/)[0]?.split('/').at(-1);
  try {
    return providerIdSchema.safeParse(decodeURIComponent(segment ?? '')).data;
  } catch (error) {
    // Percent signs that encode nothing.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Whether the provider does not show a document: it has none of the name, or the account may not read it. */
export function isUnknown(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'failed' && ['missing', 'forbidden'].includes(outcome.failure.kind);
}

function pageOf<S extends z.ZodType>(item: S) {
  return z.looseObject({ links: linksSchema, values: z.array(item).max(10_000) });
}

/**
 * Reads a list of the platform page by page. With change tokens, nothing comes if nothing has changed since the list was last read to its end.
 *
 * @param path such as `/organizations/1234/fields`, with its query.
 * @returns whether all of the list was read from its beginning.
 * @throws ProviderProblem when the list cannot be read to its end.
 */
export async function* deereList<S extends z.ZodType>(
  account: OpenAccount,
  path: string,
  item: S,
  tokens: ChangeTokens,
): AsyncGenerator<z.output<S>, boolean> {
  const { user, provider, credentialId, renewedTime } = account;
  const first = firstPage(account.api, path);
  const list = { ...user, provider, credentialId, renewedTime, list: first.href };
  const pages = changesOf<z.output<S>[]>(list, (asked) => askPage(account, first, item, asked), tokens);
  for (;;) {
    const next = await pages.next();
    if (next.done) {
      ended(account, next.value);
      return next.value.isWhole;
    }
    yield* next.value;
  }
}

/** Pages are asked for in matrix parameters, which come before the query. */
function firstPage(api: string, path: string): URL {
  const [segments, query] = path.split('?');
  return new URL(`${api}${segments};start=0;count=${count}${query === undefined ? '' : `?${query}`}`);
}

async function askPage<S extends z.ZodType>(
  { transport, api }: OpenAccount,
  first: URL,
  item: S,
  { mark, change }: { mark: string | undefined; change: string | undefined },
): Promise<Outcome<ListPage<z.output<S>[]>>> {
  const url = mark === undefined ? first : new URL(mark);
  // An empty token asks for one.
  const headers = { accept: axiom, ...(mark === undefined && { 'x-deere-signature': change ?? '' }) };
  const outcome = await transport.send({ url, headers, expects: jsonOf(pageOf(item)) });
  if (outcome.kind !== 'answered') return outcome;
  const next = nextLink(url, linkOf(outcome.value.links, 'nextPage'), api);
  if (next.kind === 'unreadable') return failed('malformed', `${name} answered a link that is no address.`);
  const page = outcome.value.values as z.output<S>[];
  const signature = outcome.headers['x-deere-signature'];
  return {
    ...outcome,
    value: { page, ...(next.kind === 'next' && { next: next.url.href }), ...(signature && { change: signature }) },
  };
}

function ended({ transport }: OpenAccount, end: ListEnd): void {
  transport.ended(end);
  if (end.kind === 'failed') throw problemOf(end.failure);
  const endless = endlessList(name, end);
  if (endless !== undefined) throw new ProviderProblem('malformed', endless);
}
