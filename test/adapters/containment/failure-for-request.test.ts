import { expect, test } from 'vitest';
import { ContainedFailure, ProcessLost } from '../../../adapters/containment/contained-failure.ts';
import { failureForRequest } from '../../../adapters/containment/failure-for-request.ts';
import { UnsettledEnd } from '../../../adapters/containment/tries.ts';

const crash = new ContainedFailure('crash');
const deadline = new ContainedFailure('deadline');

test('a request gets a verdict on its file for settled ends and for used-up processor time', () => {
  expect(failureForRequest(crash)).toBe(crash);
  expect(failureForRequest(new UnsettledEnd('no time', 'deadline', deadline))).toBe(deadline);
});

test.each([
  ['a process that was killed', new ProcessLost('it ended (SIGKILL)')],
  ['a crash without time for another try', new UnsettledEnd('no time', 'crash', crash)],
])('a request is to be sent again after %s', (_, error) => {
  const refuse = () => failureForRequest(error);
  expect(refuse).toThrow(expect.objectContaining({ errorKey: 'fileNotRead', status: 503, retryAfterSeconds: 5 }));
});

test('other errors stay what they are', () => {
  const error = new Error('the disk is full');
  expect(() => failureForRequest(error)).toThrow(error);
});
