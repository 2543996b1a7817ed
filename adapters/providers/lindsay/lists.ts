import * as z from 'zod';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { Outcome } from '../../../domain/transport/outcome.ts';
import { endlessList, type ListPage, pagesOf } from '../../../domain/transport/pages.ts';
import type { OpenAccount } from '../account.ts';
import { jsonOf } from '../transport/expects.ts';
import { problemOf, valueIn } from '../transport/problem-of.ts';

const name = 'FieldNET';
const pageSize = 100;
/** The provider's lists are in one of these members, or in none. */
const envelopes = ['features', 'items', 'data', 'value', 'results'] as const;

/** A list in any of the provider's envelopes. */
function listOf<S extends z.ZodType>(item: S) {
  const list = z.array(item).max(200_000);
  const unwrapped = (body: unknown): unknown => {
    if (Array.isArray(body) || typeof body !== 'object' || body === null) return body;
    const member = envelopes.find((one) => Array.isArray((body as Record<string, unknown>)[one]));
    return member === undefined ? undefined : (body as Record<string, unknown>)[member];
  };
  return z.preprocess(unwrapped, list);
}

/** What is not there is null at this provider as often as absent. */
export function orAbsent<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/**
 * Reads a list page by page; pages are counted from 1, and a short one is the last.
 *
 * @param path such as `/irrigation-systems`.
 * @throws ProviderProblem when the list cannot be read to its end.
 */
export async function* fieldNetList<S extends z.ZodType>(
  account: OpenAccount,
  path: string,
  item: S,
): AsyncGenerator<z.output<S>> {
  const pages = pagesOf<z.output<S>[]>((mark) => askPage(account, path, item, mark ?? '1'));
  let next = await pages.next();
  for (; !next.done; next = await pages.next()) yield* next.value;
  account.transport.ended(next.value);
  if (next.value.kind === 'failed') throw problemOf(next.value.failure);
  const endless = endlessList(name, next.value);
  if (endless !== undefined) throw new ProviderProblem('malformed', endless);
}

async function askPage<S extends z.ZodType>(
  { transport, api }: OpenAccount,
  path: string,
  item: S,
  page: string,
): Promise<Outcome<ListPage<z.output<S>[]>>> {
  const url = new URL(`${api}${path}?page=${page}&page-size=${pageSize}`);
  const outcome = await transport.send({ url, expects: jsonOf(listOf(item)) });
  if (outcome.kind !== 'answered') return outcome;
  const items = outcome.value as z.output<S>[];
  return { ...outcome, value: { page: items, ...(items.length >= pageSize && { next: String(Number(page) + 1) }) } };
}

/**
 * The list of a span, which comes in one piece. Whole times are sent: days without a time would be those of UTC.
 *
 * @throws ProviderProblem
 */
export async function fieldNetSpan<S extends z.ZodType>(
  { transport, api }: OpenAccount,
  path: string,
  item: S,
  from: number,
  to: number,
): Promise<z.output<S>[]> {
  const url = new URL(api + path);
  url.searchParams.set('from', new Date(from).toISOString());
  url.searchParams.set('to', new Date(to).toISOString());
  return valueIn(name, await transport.send({ url, expects: jsonOf(listOf(item)) })) as z.output<S>[];
}
