import { expect, test } from 'vitest';
import { type Later, latest } from '../../../web/console/numbers/latest.ts';

/** Work that waits until it is told to go on. */
function waiting() {
  let pending: (() => void)[] = [];
  const later: Later = (work) => {
    pending.push(work);
    return () => {
      pending = pending.filter((one) => one !== work);
    };
  };
  const goOn = () => {
    const due = pending;
    pending = [];
    for (const work of due) work();
  };
  return { later, goOn };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a question that follows at once replaces the one before, which is never asked', async () => {
  const { later, goOn } = waiting();
  const answer = latest<string>(later);
  const asked: string[] = [];
  const ask = (name: string) =>
    answer.ask(async () => {
      asked.push(name);
      return name;
    });
  ask('first');
  ask('second');
  goOn();
  await settled();
  expect(asked).toEqual(['second']);
  expect(answer.state.value).toEqual({ step: 'ready', value: 'second' });
});

test('an answer that comes after a newer question is dropped, and its request is aborted', async () => {
  const { later, goOn } = waiting();
  const answer = latest<string>(later);
  const answers: Record<string, (value: string) => void> = {};
  const signals: AbortSignal[] = [];
  const ask = (name: string) =>
    answer.ask((signal) => {
      signals.push(signal);
      return new Promise((resolve) => {
        answers[name] = resolve;
      });
    });
  ask('first');
  goOn();
  ask('second');
  goOn();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  answers.second?.('new');
  await settled();
  answers.first?.('old');
  await settled();
  expect(answer.state.value).toEqual({ step: 'ready', value: 'new' });
});

test('the former answer stays while the next is awaited, and goes when nothing is asked', async () => {
  const { later, goOn } = waiting();
  const answer = latest<number>(later);
  answer.ask(async () => 1);
  goOn();
  await settled();
  answer.ask(async () => {
    throw new Error('The server is busy');
  });
  expect(answer.state.value).toEqual({ step: 'asking', value: 1 });
  goOn();
  await settled();
  expect(answer.state.value).toEqual({ step: 'failed', reason: 'The server is busy.' });
  answer.ask(undefined);
  expect(answer.state.value).toEqual({ step: 'idle' });
});

test('the same question is asked once, and again only after it failed', async () => {
  const { later, goOn } = waiting();
  const answer = latest<number>(later);
  let asked = 0;
  const ask = (fails: boolean) => {
    answer.ask(async () => {
      asked += 1;
      if (fails) throw new Error('The server is busy');
      return asked;
    }, 'key');
    goOn();
    return settled();
  };
  await ask(true);
  await ask(false);
  await ask(false);
  expect([asked, answer.state.value]).toEqual([2, { step: 'ready', value: 2 }]);
});
