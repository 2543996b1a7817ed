import { describe, expect, test } from 'vitest';
import { batchFailures } from '../../../local/event-sources/partial-batch.ts';

const ids = ['a', 'b'];
const answer = (payload: unknown) => batchFailures({ requestId: 'r', payload }, ids, true);

describe('a response to a batch', () => {
  test.each([null, undefined, '', {}, { batchItemFailures: null }, { batchItemFailures: [] }])(
    '%j is success',
    (payload) => {
      expect(answer(payload)).toBe('none');
    },
  );

  test('names the records that failed', () => {
    expect(answer({ batchItemFailures: [{ itemIdentifier: 'b' }] })).toEqual(new Set(['b']));
  });

  test.each([
    'text',
    { batchItemFailures: 'a' },
    { batchItemFailures: [{}] },
    { batchItemFailures: [{ itemIdentifier: '' }] },
    { batchItemFailures: [{ itemIdentifier: null }] },
    { batchItemFailures: [{ itemIdentifier: 'a' }, { itemIdentifier: 'unknown' }] },
  ])('%j fails the whole batch', (payload) => {
    expect(answer(payload)).toBe('all');
  });

  test('is ignored when the mapping does not use it', () => {
    const payload = { batchItemFailures: [{ itemIdentifier: 'a' }] };
    expect(batchFailures({ requestId: 'r', payload }, ids, false)).toBe('none');
  });

  test('is ignored when the function failed', () => {
    expect(batchFailures({ requestId: 'r', payload: null, functionError: 'Unhandled' }, ids, true)).toBe('all');
  });
});
