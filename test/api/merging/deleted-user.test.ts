import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { advance, idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { squareAt } from '../sync/connected-user.ts';
import { tracesOf } from '../users/erasure.ts';
import { mergingUser } from './overlapping-fields.ts';

const owner = await freshOwner();

test('users deleted in the middle of a merge leave nothing behind', async () => {
  const ids: string[] = [];
  for (const milliseconds of [0, 50, 200, 500]) {
    const user = await mergingUser(owner);
    await Promise.all(Array.from({ length: 10 }, (_, at) => user.create(`f${at}`, squareAt(10 + at * 0.008))));
    await setTimeout(milliseconds);
    const deleted = await owner.call('DELETE', `/services/usermanagement/api/users/${user.svcUserId}`);
    expect(deleted.status).toBe(204);
    ids.push(user.svcUserId);
  }
  // Until the second pass of the eraser, which runs when no worker can be writing any longer.
  for (const minutes of [0, 15.1, 2.1]) {
    await advance({ minutes });
    await idle();
  }
  const kept = /^(users|requests) |^usage .*#erased-/;
  for (const id of ids) expect((await tracesOf(id)).filter((trace) => !kept.test(trace))).toEqual([]);
}, 120_000);
