import { fieldDeletion } from '../../adapters/aws/dynamodb/fields/field-deletion.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { uploadStore } from '../../adapters/aws/dynamodb/uploads/upload-store.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import { derivedId } from '../../adapters/derived-id.ts';
import { systemClock } from '../../adapters/system.ts';
import { environment } from '../http/environment.ts';
import { failOverdue } from '../sweeping/fail-overdue.ts';

const { UPLOADS_TABLE, USERS_TABLE, FIELDS_TABLE, FILES_BUCKET } = environment(
  'UPLOADS_TABLE',
  'USERS_TABLE',
  'FIELDS_TABLE',
  'FILES_BUCKET',
);
const services = { uploads: uploadStore(table(UPLOADS_TABLE), table(USERS_TABLE)), clock: systemClock, derivedId };
const deletions = fieldDeletion({ fields: table(FIELDS_TABLE), files: objectStore(FILES_BUCKET), clock: systemClock });

/** Runs every five minutes and ends what got stuck. */
export async function handler(): Promise<{ failed: number; deleted: number }> {
  const failed = await failOverdue(services);
  const deleted = await deletions.finishOverdue();
  if (failed > 0 || deleted > 0) console.warn({ failed, deleted });
  return { failed, deleted };
}
