import type { AnswerStore, Claim, StoredAnswer } from '../../domain/idempotency.ts';
import type { Sealer } from '../../domain/secrets.ts';

/** Replaces `Location`, which may contain a secret. */
const sealedLocation = 'sealed-location';

/**
 * Stores responses and results of effects that contain secrets: results, bodies and locations are sealed for the owner,
 * whose id begins their keys.
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
  const openedClaim = async (claim: Claim): Promise<Claim> => {
    if (!claim.committed) return claim;
    const result = JSON.parse(await sealer.open(scopeOf(claim.key), String(claim.committed.result)));
    return { ...claim, committed: { result } };
  };
  return {
    ...answers,

    async begin(key, fingerprint) {
      const begun = await answers.begin(key, fingerprint);
      if (begun.state === 'new') return { ...begun, claim: await openedClaim(begun.claim) };
      return begun.state === 'done' ? { ...begun, answer: await opened(key, begun.answer) } : begun;
    },

    commitRecord: async (claim, result) =>
      answers.commitRecord(claim, await sealer.seal(scopeOf(claim.key), JSON.stringify(result))),

    async finish(claim, { headers: { location, ...others }, ...answer }) {
      const scope = scopeOf(claim.key);
      const body = answer.body && (await sealer.seal(scope, answer.body));
      const sealed = location && { [sealedLocation]: await sealer.seal(scope, location) };
      await answers.finish(claim, { ...answer, headers: { ...others, ...sealed }, body });
    },
  };
}
