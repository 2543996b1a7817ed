import { sendingStore } from '../../../adapters/aws/dynamodb/prescriptions/sending-store.ts';
import { newId } from '../../../adapters/system.ts';
import { receivedSending } from '../../../domain/prescriptions/sending.ts';
import { cloudClock, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

const store = () =>
  sendingStore({ prescriptions: table('prescriptions'), users: table('users'), clock: cloudClock, newId });

/** Stores the record of a prescription that was uploaded and not sent. Its zip has expired. */
export async function storedSending({ owner }: TestOwner, svcUserId: string): Promise<string> {
  const id = newId();
  const received = { id, svcUserId, provider: 'JohnDeere', organizationId: '1234', name: 'north-40.zip' } as const;
  const stored = { ...received, sizeBytes: 1_000, sentBy: owner.username, objectKey: `incoming/prescriptions/${id}` };
  await store().create(owner.id, receivedSending(stored, cloudClock.now()));
  return id;
}
