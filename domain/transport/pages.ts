import { type Failure, failed, type Outcome } from './outcome.ts';

/** A list with more pages is a loop, or nothing that a round can read. */
export const maxPages = 10_000;

/** One page of a list, and where the list goes on. */
export interface ListPage<Page> {
  page: Page;
  /** The link or token of the next page; absent on the last one. */
  next?: string | undefined;
  /** What to send next time, so that the provider answers what has changed since, or 304. */
  change?: string | undefined;
}

/**
 * How a list ended. `complete`: its last page was read; `unchanged`: the provider says that nothing has changed, which proves no absence; `loop`: a
 * link or token came a second time; `endless`: there are more than 10,000 pages; `failed` with the reason.
 */
export type ListEnd =
  | { kind: 'complete'; pages: number; change?: string | undefined }
  | { kind: 'unchanged'; pages: number }
  | { kind: 'loop' | 'endless'; pages: number; at: string }
  | { kind: 'failed'; pages: number; failure: Failure };

/** Asks for one page: the first one without a mark. */
export type AskPage<Page> = (mark: string | undefined) => Promise<Outcome<ListPage<Page>>>;

/**
 * Follows the links or tokens of a list, one page after the other, and returns how it ended: only `complete` has shown all. Stops on a link or token
 * that it has followed before, and after 10,000 pages.
 *
 * @param from where to begin, for a list that was stopped on the way.
 */
export async function* pagesOf<Page>(
  ask: AskPage<Page>,
  from?: string,
  max = maxPages,
): AsyncGenerator<Page, ListEnd, undefined> {
  const followed = new Set<string>(from === undefined ? [] : [from]);
  let mark = from;
  let change: string | undefined;
  for (let pages = 0; ; ) {
    const outcome = await ask(mark);
    // Climate FieldView ends a list this way when its last page was full; the token that it was asked with is then the one to keep.
    if (outcome.kind === 'unchanged' && pages > 0) return { kind: 'complete', pages, change: change ?? mark };
    if (outcome.kind === 'unchanged') return { kind: 'unchanged', pages };
    if (outcome.kind !== 'answered') return { kind: 'failed', pages, failure: failureOf(outcome) };
    const { page, next, change: named } = outcome.value;
    pages += 1;
    // The token of the first page counts: what changes while later ones are read has to be in the next list.
    change ??= named;
    yield page;
    if (next === undefined) return { kind: 'complete', pages, change };
    if (followed.has(next)) return { kind: 'loop', pages, at: next };
    if (pages >= max) return { kind: 'endless', pages, at: next };
    followed.add(next);
    mark = next;
  }
}

/** What the owner has to know of a list that does not end; undefined for other ends, whose answers say it themselves. */
export function endlessList(name: string, end: ListEnd): string | undefined {
  if (end.kind === 'loop')
    return `${name} leads in a circle: after ${end.pages} pages a list comes back to one of them. It was not read to its end.`;
  if (end.kind === 'endless') return `${name} has a list of more than ${end.pages} pages. It was not read to its end.`;
  return undefined;
}

/** The failure in an outcome that is no page. */
function failureOf(outcome: Exclude<Outcome<unknown>, { kind: 'answered' | 'unchanged' }>): Failure {
  if (outcome.kind === 'failed') return outcome.failure;
  const words = outcome.kind === 'accepted' ? 'answered a list with 202' : 'redirects a list to another host';
  return failed('unexpected', `The provider ${words}.`, { headers: outcome.headers }).failure;
}
