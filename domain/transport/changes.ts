import type { ProviderKey } from '../providers/providers.ts';
import type { Outcome } from './outcome.ts';
import { type ListEnd, type ListPage, pagesOf } from './pages.ts';

/** A list of a credential whose changes are followed. */
export interface FollowedList {
  ownerId: string;
  svcUserId: string;
  provider: ProviderKey;
  credentialId: string;
  /** When a consent last replaced the credential: tokens from before may be of another account. */
  renewedTime?: string | undefined;
  /** The address of the list with its query, or another name that says all of what is asked for. */
  list: string;
}

/** Stores the change token of each list. */
export interface ChangeTokens {
  get(list: FollowedList): Promise<string | undefined>;
  put(list: FollowedList, token: string): Promise<void>;
  drop(list: FollowedList): Promise<void>;
}

/** Change tokens that are stored later than they are known. */
export interface LateTokens extends ChangeTokens {
  /** Stores those of all lists that have ended. */
  store(): Promise<void>;
}

/**
 * Keeps the tokens of lists that have ended until the consumer says that it has taken over what they brought. One that collects records before it takes them over
 * would lose the last ones otherwise: the provider does not bring them a second time.
 *
 * @example const late = lateTokens(tokens); // take over what deereList(…, late) yields, then: await late.store();
 */
export function lateTokens(tokens: ChangeTokens): LateTokens {
  const ended = new Map<string, [FollowedList, string]>();
  return {
    get: tokens.get,
    async put(list, token) {
      ended.set(list.list, [list, token]);
    },
    async drop(list) {
      ended.delete(list.list);
      await tokens.drop(list);
    },
    async store() {
      for (const [name, [list, token]] of [...ended]) {
        await tokens.put(list, token);
        ended.delete(name);
      }
    },
  };
}

/** Asks for a page: `change` is sent with the first page only. */
export type AskChanged<Page> = (asked: {
  mark: string | undefined;
  change: string | undefined;
}) => Promise<Outcome<ListPage<Page>>>;

/**
 * Reads what has changed in a list since it was last read. The token of the provider is stored once the consumer has taken the last page, so that a round
 * that dies reads the same changes again. A provider that finds a token too old (409), on the first page or a later one, is asked once more from the beginning.
 *
 * @returns how the list ended; `isWhole` when it was read from its beginning, so that what is not in it is not there.
 */
export async function* changesOf<Page>(
  list: FollowedList,
  ask: AskChanged<Page>,
  tokens: ChangeTokens,
): AsyncGenerator<Page, ListEnd & { isWhole: boolean }, undefined> {
  let change = await tokens.get(list);
  for (let again = false; ; again = true) {
    const sent = change;
    const end = yield* pagesOf<Page>((mark) => ask({ mark, change: mark === undefined ? sent : undefined }));
    if (end.kind === 'failed' && end.failure.kind === 'tooOld' && !again) {
      await tokens.drop(list);
      change = undefined;
      continue;
    }
    if (end.kind === 'complete' && end.change !== undefined && end.change !== sent) await tokens.put(list, end.change);
    return { ...end, isWhole: end.kind === 'complete' && sent === undefined };
  }
}
