import { describe, expect, test } from 'vitest';
import { integrationAfter, lookAgainAfter, type WantedIntegration } from '../../../domain/sync/integration.ts';

const since = '2026-05-01T00:00:00.000Z';
const wanted: WantedIntegration = {
  ...{ id: 'b', status: 'PENDING', updatedAt: since, since },
  ...{ provider: 'JohnDeere', fieldId: 'mine', organizationId: '1234' },
};
const stateOf = (changes: Partial<WantedIntegration>): WantedIntegration => ({
  ...wanted,
  ...{ id: 'a', created: { field: 'f' } },
  ...changes,
});

describe('a repeated request', () => {
  test.each(['PENDING', 'SUCCESS'] as const)('of a field that is %s changes nothing', (status) => {
    const known = stateOf({ status });
    expect(integrationAfter(known, wanted)).toEqual({ shown: known });
  });

  test('of a field that FAILED shows the failure, and begins with what was created', () => {
    const failed = stateOf({ status: 'FAILED', message: 'No.' });
    expect(integrationAfter(failed, wanted)).toEqual({
      shown: failed,
      stored: { ...wanted, id: 'a', created: { field: 'f' } },
    });
  });

  test.each(['SUCCESS', 'FAILED'] as const)('for another organization is a new one after %s', (status) => {
    const other = stateOf({ status, organizationId: '4321' });
    expect(integrationAfter(other, wanted)).toEqual({ shown: wanted, stored: wanted });
  });
});

test.each([
  [0, 5],
  [60, 30],
  [3 * 60 * 60, 60 * 60],
  [29 * 24 * 60 * 60, 60 * 60],
  [30 * 24 * 60 * 60, undefined],
])('after %i s the provider is asked again in %s s', (elapsedSeconds, expected) => {
  expect(lookAgainAfter({ since }, Date.parse(since) + elapsedSeconds * 1_000)).toBe(expected);
});
