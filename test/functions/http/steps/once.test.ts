import { expect, test } from 'vitest';
import type { AnswerStore, Claim } from '../../../../domain/idempotency.ts';
import type { Exchange, Handler } from '../../../../functions/http/exchange.ts';
import { type Once, onceFor } from '../../../../functions/http/steps/once.ts';

type Answered = { status: 201; body: string };

const records: string[] = [];
const answers: AnswerStore = {
  begin: async () => ({ state: 'running', retryAfterSeconds: 60 }),
  commitRecord: async ({ key, token }, result) => ({ table: 'requests', key, token, result: JSON.stringify(result) }),
  commit: async ({ result }) => void records.push(result),
  finish: async () => {},
  release: async () => {},
};
const claim: Claim = { key: 'k', token: 't', begunTime: 7, isTakenOver: false, newId: () => 'id' };

function onceOf(held?: Claim): { once: Once<Answered>; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  const exchange = { answerHeaders: headers, ...(held && { claim: held }) } as unknown as Exchange;
  return { once: onceFor<Answered>(exchange, answers), headers };
}
const shown = (body: string): Answered => ({ status: 201, body });

test('a request without a key has nothing to commit', async () => {
  const { once } = onceOf();
  const made = once<string>(async (commit) => `${await commit('made')}`, shown);
  expect(await made).toEqual(shown('undefined'));
});

test('a run after one that has committed answers its result, and leaves the effect out', async () => {
  const { once, headers } = onceOf({ ...claim, isTakenOver: true, committed: { result: 'first' } });
  const made = once<string>(async () => expect.unreachable(), shown);
  expect(await made).toEqual(shown('first'));
  expect(headers).toEqual({ 'idempotency-replayed': 'true' });
});

test('an effect that forgets its commit is an error, and not a second effect later', async () => {
  await expect(onceOf(claim).once<string>(async () => 'made', shown)).rejects.toThrow('without a commit');
});

test('what is decided is committed before it is carried out', async () => {
  await onceOf(claim).once.decided<string>(
    async () => 'these',
    async (decided) => {
      expect(records).toEqual(['"these"']);
      return shown(decided);
    },
  );
});

test('a handler of an idempotent endpoint that answers by itself does not compile', () => {
  const endpoint = {
    method: 'POST',
    path: '/',
    summary: '',
    access: 'owner',
    responses: { 204: { description: '' } },
  } as const;
  const free: Handler<typeof endpoint, object> = async () => ({ status: 204 });
  // @ts-expect-error the answer has to come from `once`
  const careless: Handler<typeof endpoint & { idempotent: true }, object> = async () => ({ status: 204 });
  const careful: Handler<typeof endpoint & { idempotent: true }, object> = ({ once }) =>
    once.repeatable(async () => ({ status: 204 }));
  expect([free, careless, careful]).toHaveLength(3);
});
