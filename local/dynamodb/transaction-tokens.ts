import type { Clock } from '../clock.ts';
import { apiError } from './api-error.ts';
import { valuesInChunks } from './database.ts';
import type { BatchOperation, Level } from './dynalite.ts';
import { tokenPrefix, under } from './row-keys.ts';

/** A client's token names a transaction for ten minutes. Source: TransactWriteItems, ClientRequestToken. */
const validForMilliseconds = 10 * 60 * 1000;

interface Made {
  token: string;
  content: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Remembers which transactions were made, so that a client who repeats one after a lost answer does not make it twice.
 * `content` is a digest of the transaction's items.
 */
export interface TransactionTokens {
  /**
   * Whether this very transaction was made under this token.
   *
   * @throws IdempotentParameterMismatchException when another one was.
   */
  isMade(token: string, content: string): boolean;
  /** What to write along with a transaction so that it is remembered. */
  remember(token: string, content: string): BatchOperation[];
}

export async function loadTransactionTokens(database: Level, clock: Clock): Promise<TransactionTokens> {
  const kept: Made[] = [];
  for await (const chunk of valuesInChunks<Made>(database, under(tokenPrefix))) kept.push(...chunk);
  // Oldest first, which is the order in which they expire.
  const made = new Map(kept.sort((a, b) => a.at - b.at).map((one) => [one.token, one]));

  return {
    isMade(token, content) {
      const earlier = made.get(token);
      if (!earlier || isExpired(earlier, clock.now())) return false;
      if (earlier.content === content) return true;
      throw apiError(
        'IdempotentParameterMismatchException',
        'The ClientRequestToken was used for a different transaction in the last ten minutes',
      );
    },
    remember(token, content) {
      const operations = forgetExpired(made, clock.now());
      const one: Made = { token, content, at: clock.now() };
      made.delete(token);
      made.set(token, one);
      return [...operations, { type: 'put', key: tokenPrefix + token, value: one }];
    },
  };
}

function forgetExpired(made: Map<string, Made>, now: number): BatchOperation[] {
  const operations: BatchOperation[] = [];
  for (const one of made.values()) {
    if (!isExpired(one, now)) break;
    made.delete(one.token);
    operations.push({ type: 'del', key: tokenPrefix + one.token });
  }
  return operations;
}

function isExpired(one: Made, now: number): boolean {
  return one.at + validForMilliseconds <= now;
}
