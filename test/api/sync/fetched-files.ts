import { advance, idle } from '../cloud.ts';
import { operationsService, type ShownFile } from '../machine-files/batch.ts';
import type { TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';

/** Waits until all files of a round have come: those that a provider makes, or that are tried again, come when the clock moves. */
export async function roundEnded(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    const { waitingForClock } = await idle();
    if (waitingForClock.delayed + waitingForClock.inFlight === 0) return;
    await advance({ seconds: 330 });
  }
  throw new Error('the round does not end');
}

/** A user whose fields and files are fetched without being chosen, however old they are. */
export async function wantingUser(owner: TestOwner, settings: object = {}): Promise<string> {
  const { id: svcUserId } = await freshUser(owner);
  const wanted = { customDataSync: false, operationsProcessingRange: 240, ...settings };
  const { status, body } = await owner.post(`/services/config/api/configs/${svcUserId}`, wanted);
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return svcUserId;
}

export async function filesOf(owner: TestOwner, svcUserId: string, query = ''): Promise<ShownFile[]> {
  return (await owner.get<ShownFile[]>(`${operationsService}/files?svcUserId=${svcUserId}&size=100${query}`)).body;
}

/** Has a round read the fields and files of a user once more. */
export async function anotherRound(owner: TestOwner, svcUserId: string): Promise<void> {
  const { status, body } = await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  await roundEnded();
}
