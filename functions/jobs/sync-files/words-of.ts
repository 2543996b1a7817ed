import * as z from 'zod';
import type { Failure } from '../../../domain/transport/outcome.ts';

const said = z.looseObject({ message: z.string() });
const errorsSchema = z.union([
  z
    .array(said)
    .min(1)
    .transform(([first]) => first?.message),
  z.looseObject({ errors: z.array(said).min(1) }).transform(({ errors }) => errors[0]?.message),
  z.looseObject({ error: said }).transform(({ error }) => error.message),
  said.transform(({ message }) => message),
]);

const maxCharacters = 500;
/** As long as no word: tokens and signatures. */
const secretLike = /[A-Za-z0-9+/_=.-]{40,}/g;

/** A failure in the words of the provider as well, where its answer has a message. */
export function wordsOf({ message, answered = '' }: Pick<Failure, 'message' | 'answered'>): string {
  let document: unknown;
  try {
    document = JSON.parse(answered);
  } catch {
    return message;
  }
  const words = errorsSchema.safeParse(document).data?.replaceAll(secretLike, '…').slice(0, maxCharacters).trim();
  return words ? `${message} It says: ${words}` : message;
}
