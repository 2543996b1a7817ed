import { notFound } from '../../../../domain/errors.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { FieldWriter, NewField } from '../../../../domain/fields/field-store.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { countFields, type FieldWriterServices, newFieldWrites, type Prepared } from './field-writes.ts';

/**
 * Maximum items and bytes of a transaction (100 and 4 MB in DynamoDB), without the check that the user exists and two
 * counts.
 */
const itemsInTransaction = 97;
const bytesInTransaction = 2_500_000;

/** Writes new fields with their boundaries, counts, usage facts and events. */
export function fieldWriter(services: FieldWriterServices): FieldWriter {
  return { create: (ownerId, created) => createFields(services, ownerId, created) };
}

/**
 * Writes new fields, several per transaction. If a transaction finds an existing field, its fields are written one by
 * one.
 */
async function createFields(services: FieldWriterServices, ownerId: string, created: NewField[]): Promise<void> {
  const prepared = await Promise.all(
    created.map(async (one) => ({ ...(await newFieldWrites(services, ownerId, one)), field: one.field })),
  );
  for (const batch of batches(prepared)) {
    if (await write(services, ownerId, batch)) continue;
    for (const one of batch) await write(services, ownerId, [one]);
  }
}

interface PreparedField extends Prepared {
  field: Field;
}

/** False if one of the fields exists. */
async function write(
  { fields, users }: FieldWriterServices,
  ownerId: string,
  batch: PreparedField[],
): Promise<boolean> {
  const [first] = batch;
  if (!first) return true;
  const { svcUserId } = first.field;
  const failed = await transact(fields.client, [
    userExists(users, ownerId, svcUserId),
    ...batch.flatMap(({ writes }) => writes),
    ...countFields({ fields }, ownerId, first.field, batch.length),
  ]);
  if (failed === 0) throw notFound('user', svcUserId);
  return failed === undefined;
}

function* batches(prepared: PreparedField[]): Generator<PreparedField[]> {
  let batch: PreparedField[] = [];
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
