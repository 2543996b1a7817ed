import * as z from 'zod';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { endlessList, type ListEnd, type ListPage, pagesOf } from '../../../domain/transport/pages.ts';
import type { OpenAccount } from '../account.ts';
import { jsonOf } from '../transport/expects.ts';
import { problemOf } from '../transport/problem-of.ts';

const name = 'Climate FieldView';
/** The most that a page may have. */
const maxLimit = 100;

/** A page of a list. */
export interface ClimatePage<Item> {
  items: Item[];
  /** The token that leads to later changes. */
  mark?: string | undefined;
}

/**
 * Reads a list page by page, in the order of changes. A token that the provider finds too old (409) has the list read from its beginning.
 *
 * @param path such as `/fields`.
 * @param since the token of the last page that was read.
 * @param accept for lists that the provider gives to certain types only.
 * @returns whether all of the list was read from its beginning.
 * @throws ProviderProblem when the list cannot be read to its end.
 */
export async function* climateList<S extends z.ZodType>(
  account: OpenAccount,
  path: string,
  item: S,
  { since, limit = maxLimit, accept }: { since?: string | undefined; limit?: number; accept?: string } = {},
): AsyncGenerator<ClimatePage<z.output<S>>, boolean> {
  let from = since;
  for (let again = false; ; again = true) {
    const pages = pagesOf<ClimatePage<z.output<S>>>(
      (mark) => askPage(account, path, item, { mark, limit, accept }),
      from,
    );
    const end = yield* pages;
    if (end.kind === 'failed' && end.failure.kind === 'tooOld' && !again) from = undefined;
    else {
      ended(account, end);
      return end.kind === 'complete' && from === undefined;
    }
  }
}

async function askPage<S extends z.ZodType>(
  { transport, api }: OpenAccount,
  path: string,
  item: S,
  { mark, limit, accept }: { mark: string | undefined; limit: number; accept: string | undefined },
): Promise<Outcome<ListPage<ClimatePage<z.output<S>>>>> {
  const expects = jsonOf(z.looseObject({ results: z.array(item).max(maxLimit) }));
  // The first request has no token.
  const headers = {
    'x-limit': String(limit),
    ...(mark !== undefined && { 'x-next-token': mark }),
    ...(accept !== undefined && { accept }),
  };
  const outcome = await transport.send({ url: new URL(api + path), headers, expects });
  if (outcome.kind !== 'answered') return outcome;
  const token = outcome.headers['x-next-token'];
  const items = outcome.value.results as z.output<S>[];
  // 206 says that there is more, or that there may be: 304 then ends the list.
  const isPartial = outcome.status === 206;
  if (isPartial && token === undefined)
    return failed('malformed', `${name} answered a part of a list without a token.`);
  return { ...outcome, value: { page: { items, mark: token }, ...(isPartial && { next: token }) } };
}

function ended({ transport }: OpenAccount, end: ListEnd): void {
  transport.ended(end);
  if (end.kind === 'failed') throw problemOf(end.failure);
  const endless = endlessList(name, end);
  if (endless !== undefined) throw new ProviderProblem('malformed', endless);
}
