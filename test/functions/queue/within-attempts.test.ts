import { expect, test } from 'vitest';
import { type ParserAttempts, UnsettledReading } from '../../../domain/parser-attempts.ts';
import { withinAttempts } from '../../../functions/queue/within-attempts.ts';

/** Attempts on one record, and the results of deliveries. */
function record() {
  const open = new Set<string>();
  const attempts: ParserAttempts = {
    begin: async (delivery) => [...open.add(delivery)],
    end: async (delivery) => void open.delete(delivery),
  };
  const deliver = async (delivery: string, work: () => Promise<void>) => {
    let end = 'worked';
    const giveUp = async (problem = 'given up') => {
      end = problem;
    };
    await withinAttempts<string>(attempts, delivery, { work, giveUp });
    return end;
  };
  /** Lets the worker die midway: its delivery never ends. */
  const die = (delivery: string) => {
    void deliver(delivery, () => new Promise(() => {}));
    return new Promise((resolve) => setImmediate(resolve));
  };
  return { deliver, die };
}

test('a file over which three workers died is not opened a fourth time', async () => {
  const { deliver, die } = record();
  for (const delivery of ['m#1', 'm#2', 'm#3']) await die(delivery);
  expect(await deliver('m#4', () => expect.fail('it was opened'))).toBe('given up');
});

test('receives that did not reach the file, errors, and deliveries repeated by a restart are not deaths over the file', async () => {
  const { deliver, die } = record();
  for (let restart = 1; restart <= 40; restart += 1) await die('m#7');
  const failing = async () => {
    throw new Error('a table is down');
  };
  for (const delivery of ['m#8', 'm#9', 'm#10', 'm#11'])
    await expect(deliver(delivery, failing)).rejects.toThrow('down');
  expect(await deliver('m#12', async () => {})).toBe('worked');
});

test('three attempts with the same unsettled end are the verdict on the file, and others give it up without one', async () => {
  const unsettled = (ending: string) => () =>
    Promise.reject(new UnsettledReading(ending, ending, `it could not be read: ${ending}`));
  const { deliver } = record();
  await expect(deliver('m#1', unsettled('deadline'))).rejects.toThrow('deadline');
  await expect(deliver('m#2', unsettled('deadline'))).rejects.toThrow('deadline');
  expect(await deliver('m#3', unsettled('deadline'))).toBe('it could not be read: deadline');

  const { deliver: again, die } = record();
  await die('m#1');
  await expect(again('m#2', unsettled('deadline'))).rejects.toThrow('deadline');
  expect(await again('m#3', unsettled('deadline'))).toBe('given up');
});
