import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHousekeeping } from '../../local/housekeeping.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a minute after the start and then daily, expired objects and items are deleted, even if one deletion fails', async () => {
  const done: string[] = [];
  const lines: string[] = [];
  const over = { expiredObjects: 0, abortedUploads: 0, expiredVersions: 0 };
  const engines = {
    s3: {
      applyLifecycle: async () => {
        done.push('lifecycle');
        return over;
      },
    },
    dynamodb: {
      expireItems: async () => done.push('items'),
      trimHistory: async () => {
        throw new Error('no room');
      },
    },
  };
  const end = startHousekeeping(engines, (line) => void lines.push(line));
  await vi.advanceTimersByTimeAsync(minute);
  expect(done).toEqual(['lifecycle', 'items']);
  expect(lines).toEqual([expect.stringContaining('no room')]);
  await vi.advanceTimersByTimeAsync(day);
  expect(done).toEqual(['lifecycle', 'items', 'lifecycle', 'items']);
  end();
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(done).toHaveLength(4);
});
