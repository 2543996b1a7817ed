import type { AnswerStore } from '../domain/idempotency.ts';
import type { Sealer } from '../domain/secrets.ts';

/** Answers with secrets in them: their bodies are kept sealed for the owner, whose id their keys begin with. */
export function sealedAnswers(answers: AnswerStore, sealer: Sealer): AnswerStore {
  const scopeOf = (key: string) => ({ ownerId: key.slice(0, key.indexOf('#')), member: `answer ${key}` });
  return {
    ...answers,

    async begin(key, fingerprint) {
      const begun = await answers.begin(key, fingerprint);
      if (begun.state !== 'done' || begun.answer.body === undefined) return begun;
      return { ...begun, answer: { ...begun.answer, body: await sealer.open(scopeOf(key), begun.answer.body) } };
    },

    async finish(key, answer) {
      const body = answer.body && (await sealer.seal(scopeOf(key), answer.body));
      await answers.finish(key, { ...answer, body });
    },
  };
}
