import { expect, test } from 'vitest';
import type { Field } from '../../../../domain/fields/field.ts';
import { eventually } from '../../../eventually.ts';
import { advance, control, idle } from '../../cloud.ts';
import { freshOwner } from '../../owner.ts';
import { freshUser } from '../../users/user.ts';
import { controlSandbox, sandboxCredential, useSandboxes } from '../sandboxes.ts';
import { syncOf } from '../status.ts';

const owner = await freshOwner();
useSandboxes();

test('a round whose worker is killed is seen at work, and goes on within minutes', { timeout: 120_000 }, async () => {
  const { id: svcUserId } = await freshUser(owner);
  const path = '/platform/organizations/1234/farms';
  await controlSandbox('JohnDeere', 'POST', '/faults', { next: [{ path, delayMilliseconds: 20_000 }] });
  try {
    await sandboxCredential(owner, svcUserId, 'JohnDeere');
    await eventually(async () => {
      expect(await syncOf(owner, svcUserId)).toMatchObject({ state: 'RUNNING', running: { step: 'farms' } });
    });
    expect(await control('POST', '/functions/sync-fields/kill')).toEqual({ killed: true });
  } finally {
    await controlSandbox('JohnDeere', 'DELETE', '/faults');
  }
  // The message is hidden for 90 s after the last beat of its worker, and the sweep looks every minute.
  for (const seconds of [91, 61]) {
    await advance({ seconds });
    await idle();
  }
  expect(await syncOf(owner, svcUserId)).toMatchObject({ state: 'IDLE', lastRound: { isComplete: true } });
  const { body } = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}&size=100`);
  expect(body.length).toBeGreaterThan(2);
});
