import { errorsIn } from '../../../adapters/providers/provider-words.ts';
import type { Failure } from '../../../domain/transport/outcome.ts';

const maxCharacters = 500;
/** Longer than a word: tokens and signatures. */
const secretLike = /[A-Za-z0-9+/_=.-]{40,}/g;

/** A failure in the words of the provider as well, where its answer has a message. */
export function wordsOf(failure: Pick<Failure, 'message' | 'answered'>): string {
  const said = errorsIn(failure)?.map(({ message }) => message.replaceAll(secretLike, '…'));
  return said ? `${failure.message} It says: ${said.join('; ').slice(0, maxCharacters)}` : failure.message;
}
