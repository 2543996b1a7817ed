import type { AnswerStore, Claim, Commit } from '../../../domain/idempotency.ts';
import type { Exchange } from '../exchange.ts';

declare const settled: unique symbol;

/** An answer that only `Once` makes: a handler of an endpoint with `idempotent` that does not use it does not compile. */
export type Settled<A> = A & { readonly [settled]: true };

/** One of perhaps several runs of a request with an `Idempotency-Key`. */
export interface Run {
  /** Whether a repeated request continues what this one leaves undone. False without the header. */
  isKeyed: boolean;
  /** Whether an earlier run of the request has died, and may have done a part. */
  isRepeated: boolean;
  /** When the first run began, in milliseconds since 1970; undefined without the header. */
  begunTime: number | undefined;
}

/**
 * Carries out the effect of a request once, however often the request is repeated with its `Idempotency-Key`.
 *
 * @example
 * createSeason: ({ body, owner, once }, { seasons, newId }) =>
 *   once<Season>(
 *     async (commit) => {
 *       const season = newSeason(newId(), body);
 *       await seasons.create(owner.id, season, await commit(season));
 *       return season;
 *     },
 *     (season) => ({ status: 201, body: season }),
 *   ),
 */
export interface Once<A> {
  /**
   * @param effect passes what it returns to `commit`, and the record to the transaction that makes it. It is left out in a run after one that has
   *   committed. What it does before has to be the same when done twice, with the ids of `services.newId`, which are the same in every run.
   *   Large parts of the response that follow from the request are left out of the result: it is an attribute of an item of DynamoDB.
   * @param answer makes the response of the result. What else it does is done again in a run after one that died, so that messages are sent at least once.
   */
  <T>(
    effect: (commit: Commit<T>, run: Run) => Promise<T>,
    answer: (made: T, run: Run) => A | Promise<A>,
  ): Promise<Settled<A>>;
  /** For an effect of several writes or messages that may each be repeated: what is decided first is the same in every run. */
  decided<T>(decide: () => Promise<T>, carryOut: (decided: T, run: Run) => Promise<A>): Promise<Settled<A>>;
  /** For an effect that may be repeated, such as a message whose worker does nothing the second time. */
  repeatable(answer: (run: Run) => Promise<A>): Promise<Settled<A>>;
}

/**
 * Makes the `Once` of a request.
 *
 * @example const input = { ...exchange.input, once: onceFor(exchange, services.answers) };
 */
export function onceFor<A>({ claim, answerHeaders }: Exchange, answers: AnswerStore): Once<A> {
  const run: Run = {
    isKeyed: claim !== undefined,
    isRepeated: claim?.isTakenOver ?? false,
    begunTime: claim?.begunTime,
  };
  const once = async <T>(
    effect: (commit: Commit<T>, run: Run) => Promise<T>,
    answer: (made: T, run: Run) => A | Promise<A>,
  ) => {
    if (claim?.committed) {
      answerHeaders['idempotency-replayed'] = 'true';
      return (await answer(claim.committed.result as T, run)) as Settled<A>;
    }
    const made = claim
      ? await committing<T>(claim, (commit) => effect(commit, run), answers)
      : await effect(unkeyed, run);
    return (await answer(made, run)) as Settled<A>;
  };
  const decided = <T>(decide: () => Promise<T>, carryOut: (decided: T, run: Run) => Promise<A>) =>
    once<T>(async (commit) => {
      const made = await decide();
      const record = await commit(made);
      if (record) await answers.commit(record);
      return made;
    }, carryOut);
  const repeatable = async (answer: (run: Run) => Promise<A>) => (await answer(run)) as Settled<A>;
  return Object.assign(once, { decided, repeatable });
}

const unkeyed = async () => undefined;

async function committing<T>(
  claim: Claim,
  effect: (commit: Commit<T>) => Promise<T>,
  answers: AnswerStore,
): Promise<T> {
  let committed: T | undefined;
  const made = await effect((result) => {
    committed = result;
    return answers.commitRecord(claim, result);
  });
  if (committed === undefined) throw new Error('the effect of the request ended without a commit');
  return made;
}
