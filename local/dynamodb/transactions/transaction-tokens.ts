import type { Clock } from '../../clock.ts';
import { apiError } from '../api-error.ts';
import { valuesInChunks } from '../database.ts';
import type { BatchOperation } from '../dynalite.ts';
import type { Database } from '../guarded-database.ts';
import { tokenPrefix, under } from '../items/row-keys.ts';

/** A client's token identifies a transaction for ten minutes. Source: TransactWriteItems, ClientRequestToken. */
const validForMilliseconds = 10 * 60 * 1000;

interface Made {
  token: string;
  content: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Remembers completed transactions, so that a client that repeats one after a lost response does not run it twice.
 * `content` is a digest of the transaction's items.
 */
export interface TransactionTokens {
  /**
   * Whether this transaction was already made under this token.
   *
   * @throws IdempotentParameterMismatchException when another one was.
   */
  isMade(token: string, content: string): boolean;
  /** Writes that remember a transaction by its token. */
  remember(token: string, content: string): BatchOperation[];
}

export async function loadTransactionTokens(database: Database, clock: Clock): Promise<TransactionTokens> {
  const found: Made[] = [];
  for await (const chunk of valuesInChunks<Made>(database, under(tokenPrefix))) found.push(...chunk);
  // The time at which each token expires, the oldest first. Only the database decides whether a transaction was made: a token exists
  // if its transaction does, even if the response was an error and the database had to be opened again.
  const kept = new Map(found.sort((a, b) => a.at - b.at).map(({ token, at }) => [token, at]));

  return {
    isMade(token, content) {
      const earlier = database.getSync(tokenPrefix + token) as Made | undefined;
      if (!earlier || isExpired(earlier.at, clock.now())) return false;
      if (earlier.content === content) return true;
      throw apiError(
        'IdempotentParameterMismatchException',
        'The ClientRequestToken was used for a different transaction in the last ten minutes',
      );
    },
    remember(token, content) {
      const one: Made = { token, content, at: clock.now() };
      const operations = forgetExpired(kept, one.at);
      kept.delete(token);
      kept.set(token, one.at);
      return [...operations, { type: 'put', key: tokenPrefix + token, value: one }];
    },
  };
}

function forgetExpired(kept: Map<string, number>, now: number): BatchOperation[] {
  const operations: BatchOperation[] = [];
  for (const [token, at] of kept) {
    if (!isExpired(at, now)) break;
    kept.delete(token);
    operations.push({ type: 'del', key: tokenPrefix + token });
  }
  return operations;
}

function isExpired(at: number, now: number): boolean {
  return at + validForMilliseconds <= now;
}
