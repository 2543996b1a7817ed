import { expect, test } from 'vitest';
import { callsUnderWay } from '../../../../functions/jobs/deliver-webhooks/calls-under-way.ts';

test('a listener that answers others while one call waits in vain is overloaded', () => {
  const calls = callsUnderWay();
  const [waiting, other] = [calls.begin('a'), calls.begin('a')];
  expect(other(true)).toEqual({ isOverloaded: false });
  expect(waiting(false)).toEqual({ isOverloaded: true });
});

test('a listener that answers nothing hangs, whatever it answered before and others answer', () => {
  const calls = callsUnderWay();
  calls.begin('a')(true);
  const [waiting, elsewhere] = [calls.begin('a'), calls.begin('b')];
  elsewhere(true);
  expect(waiting(false)).toEqual({ isOverloaded: false });
});

test('an answer is never that of an overloaded listener', () => {
  const calls = callsUnderWay();
  const [one, other] = [calls.begin('a'), calls.begin('a')];
  one(true);
  expect(other(true)).toEqual({ isOverloaded: false });
});
