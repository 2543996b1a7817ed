import { expect, test } from 'vitest';
import { ContainedFailure, ProcessLost } from '../../../adapters/containment/contained-failure.ts';
import { tried, UnsettledEnd, unsettledReading } from '../../../adapters/containment/tries.ts';
import { UnsettledReading } from '../../../domain/parser-attempts.ts';

const crash = (how: string) => new ContainedFailure('crash', { message: `it ended (${how})`, words: 'last words' });
const killed = () => new ProcessLost('it ended (SIGKILL)');

/** Tries work that fails with these errors one after the other, and then succeeds. */
function trying(errors: Error[], milliseconds = 60_000) {
  const said: string[] = [];
  const paused: number[] = [];
  const ends = [...errors];
  const result = tried(
    async (earlier) => {
      const error = ends.shift();
      if (error) throw error;
      return `read after ${earlier}`;
    },
    { milliseconds, say: (line) => void said.push(line), pause: async (ms) => void paused.push(ms) },
  );
  return { result, said, paused, left: () => ends.length };
}

test('a process that ended once or twice is not held against a file, and every end is logged with its last words', async () => {
  const { result, said, paused } = trying([crash('SIGSEGV'), killed()]);
  expect(await result).toBe('read after 2');
  expect(said).toEqual(['Try 1 of 3: it ended (SIGSEGV): last words', 'Try 2 of 3: it ended (SIGKILL)']);
  expect(paused).toEqual([500, 2_000]);
});

test('the same end three times is the verdict', async () => {
  const { result, said } = trying([crash('SIGSEGV'), crash('SIGSEGV'), crash('SIGSEGV')]);
  await expect(result).rejects.toMatchObject({ reason: 'crash', message: 'it ended (SIGSEGV)' });
  expect(said).toHaveLength(3);
  for (const reason of ['memory', 'deadline'] as const) {
    const alike = [1, 2, 3].map(() => new ContainedFailure(reason));
    await expect(trying(alike).result).rejects.toMatchObject({ reason });
  }
});

test.each([
  ['another signal', [crash('SIGSEGV'), crash('SIGABRT'), crash('SIGSEGV')]],
  ['another reason', [crash('SIGSEGV'), new ContainedFailure('memory'), crash('SIGSEGV')]],
  ['one from outside', [crash('SIGSEGV'), killed(), crash('SIGSEGV')]],
])('ends that differ are no verdict: %s', async (_, ends) => {
  await expect(trying(ends).result).rejects.toBeInstanceOf(UnsettledEnd);
});

test('a process that is killed from outside each time says nothing of its file', async () => {
  const { result } = trying([killed(), killed(), killed()]);
  await expect(result).rejects.toBeInstanceOf(ProcessLost);
});

test('what a process answers, and errors beside it, are not tried again', async () => {
  const refused = new ContainedFailure('error', { message: 'no such column' });
  for (const error of [refused, new Error('the bucket is away')]) {
    const { result, left } = trying([error, crash('SIGSEGV')]);
    await expect(result).rejects.toBe(error);
    expect(left()).toBe(1);
  }
});

test('without time for another try nothing is settled, and what it would be is known', async () => {
  const { result } = trying([crash('SIGSEGV')], 100);
  const error = await result.catch((one: unknown) => one);
  expect(error).toMatchObject({ failure: { reason: 'crash' } });
  const reading = unsettledReading(error, ({ reason }) => `unreadable: ${reason}`);
  expect(reading).toBeInstanceOf(UnsettledReading);
  expect(reading).toMatchObject({ problem: 'unreadable: crash' });
});
