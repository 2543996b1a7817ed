import { expect, test } from 'vitest';
import { workInRounds } from '../../../functions/queue/rounds.ts';

/** Turns of which as many end with somebody having asked as are told. */
function rounds(asked: boolean[], { finished = true, hasTime = true } = {}) {
  const done: string[] = [];
  return {
    done,
    take: async () => {
      done.push('take');
      return { end: async () => asked.shift() ?? false };
    },
    round: async () => {
      done.push('round');
      return finished;
    },
    hasTime: () => hasTime,
  };
}

test('whoever asks while a round runs gets another one without a message', async () => {
  const given = rounds([true, true, false]);
  expect(await workInRounds(given)).toBe(false);
  expect(given.done).toEqual(['take', 'round', 'take', 'round', 'take', 'round']);
});

test('what there is no time for is left to a message', async () => {
  expect(await workInRounds(rounds([true], { hasTime: false }))).toBe(true);
  expect(await workInRounds(rounds([false], { finished: false }))).toBe(true);
  expect(await workInRounds(rounds([true], { finished: false }))).toBe(true);
});

test('a turn that another has leaves nothing to do', async () => {
  const given = rounds([]);
  expect(await workInRounds({ ...given, take: async () => undefined })).toBe(false);
  expect(given.done).toEqual([]);
});

test('a round that fails gives its turn back', async () => {
  const asked = [true];
  const failing = {
    ...rounds(asked),
    round: async () => {
      throw new Error('no field');
    },
  };
  await expect(workInRounds(failing)).rejects.toThrow('no field');
  expect(asked).toEqual([]);
});
