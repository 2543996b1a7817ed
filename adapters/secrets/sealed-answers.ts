import type { AnswerStore, StoredAnswer } from '../../domain/idempotency.ts';
import type { Sealer } from '../../domain/secrets.ts';

/** Replaces `Location`, which may contain a secret. */
const sealedLocation = 'sealed-location';

/**
 * Stores responses that contain secrets: their bodies and locations are sealed for the owner, whose id begins their
 * keys.
 */
export function sealedAnswers(answers: AnswerStore, sealer: Sealer): AnswerStore {
  const scopeOf = (key: string) => ({ ownerId: key.slice(0, key.indexOf('#')), member: `answer ${key}` });
  const opened = async (key: string, { headers, ...answer }: StoredAnswer): Promise<StoredAnswer> => {
    const { [sealedLocation]: location, ...others } = headers;
    return {
      ...answer,
      headers: { ...others, ...(location && { location: await sealer.open(scopeOf(key), location) }) },
      body: answer.body && (await sealer.open(scopeOf(key), answer.body)),
    };
  };
  return {
    ...answers,

    async begin(key, fingerprint) {
      const begun = await answers.begin(key, fingerprint);
      return begun.state === 'done' ? { ...begun, answer: await opened(key, begun.answer) } : begun;
    },

    async finish(key, { headers: { location, ...others }, ...answer }) {
      const body = answer.body && (await sealer.seal(scopeOf(key), answer.body));
      const sealed = location && { [sealedLocation]: await sealer.seal(scopeOf(key), location) };
      await answers.finish(key, { ...answer, headers: { ...others, ...sealed }, body });
    },
  };
}
