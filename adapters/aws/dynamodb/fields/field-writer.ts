import { notFound } from '../../../../domain/errors.ts';
import type { FieldWriter, NewField } from '../../../../domain/fields/field-store.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { type FieldWriterServices, newFieldWrites, type Prepared } from './field-writes.ts';

/** DynamoDB writes 100 items and 4 MB in one transaction. One place is the check that the user is still there. */
const itemsInTransaction = 99;
const bytesInTransaction = 2_500_000;

/** Writes new fields with all that becomes true with them. */
export function fieldWriter(services: FieldWriterServices): FieldWriter {
  return { create: (ownerId, created) => createFields(services, ownerId, created) };
}

/** Writes new fields, several in each transaction. A transaction that finds a field in place is done field by field. */
async function createFields(services: FieldWriterServices, ownerId: string, created: NewField[]): Promise<void> {
  const svcUserId = created[0]?.field.svcUserId ?? '';
  const prepared = await Promise.all(created.map((one) => newFieldWrites(services, ownerId, one)));
  for (const batch of batches(prepared)) {
    if (await write(services, ownerId, svcUserId, batch)) continue;
    for (const one of batch) await write(services, ownerId, svcUserId, [one]);
  }
}

/** False when one of the fields is there already. */
async function write(
  { fields, users }: FieldWriterServices,
  ownerId: string,
  svcUserId: string,
  batch: Prepared[],
): Promise<boolean> {
  const failed = await transact(fields.client, [
    userExists(users, ownerId, svcUserId),
    ...batch.flatMap(({ writes }) => writes),
  ]);
  if (failed === 0) throw notFound('user', svcUserId);
  return failed === undefined;
}

function* batches(prepared: Prepared[]): Generator<Prepared[]> {
  let batch: Prepared[] = [];
  let items = 0;
  let bytes = 0;
  for (const one of prepared) {
    const full = items + one.writes.length > itemsInTransaction || bytes + one.bytes > bytesInTransaction;
    if (batch.length > 0 && full) {
      yield batch;
      [batch, items, bytes] = [[], 0, 0];
    }
    batch.push(one);
    items += one.writes.length;
    bytes += one.bytes;
  }
  if (batch.length > 0) yield batch;
}
