import * as z from 'zod';
import type { Failure } from '../../../domain/transport/outcome.ts';

const text = z.string().min(1).max(2_000);
/** One error, as most providers write it; John Deere also says the member and its value. */
const errorSchema = z.looseObject({ message: text, code: text.optional(), field: text.optional() });
const errorsSchema = z.array(errorSchema).min(1);
const saidSchema = z.union([
  errorsSchema,
  z.looseObject({ errors: errorsSchema }).transform(({ errors }) => errors),
  z.looseObject({ error: errorSchema }).transform(({ error }) => [error]),
  errorSchema.transform((error) => [error]),
  // Raven Slingshot.
  z.looseObject({ errorInfo: text }).transform(({ errorInfo }) => [{ message: errorInfo }]),
]);

const maxCharacters = 500;

/** Words of a provider as the end of our sentence about it. */
export function itSays(words: string): string {
  const said = words.slice(0, maxCharacters).trimEnd();
  return `It says: ${said}${/[.!?…]$/.test(said) ? '' : '.'}`;
}

/** What a provider says in a refusal: each of its errors, with the member that it is about. Undefined if it says nothing that can be read. */
export function errorsIn({ answered = '' }: Pick<Failure, 'answered'>): z.output<typeof errorsSchema> | undefined {
  try {
    return saidSchema.safeParse(JSON.parse(answered)).data;
  } catch {
    return undefined;
  }
}

/** Longer than a word: tokens and signatures. */
const secretLike = /[A-Za-z0-9+/_=.-]{40,}/g;

/** A failure in the words of the provider as well, where its answer has a message. */
export function wordsOf(failure: Pick<Failure, 'message' | 'answered'>): string {
  const said = errorsIn(failure)?.map(({ message }) => message.replaceAll(secretLike, '…'));
  return said ? `${failure.message} ${itSays(said.join('; '))}` : failure.message;
}
