import { table } from '../../adapters/aws/dynamodb/table.ts';
import { uploadStore } from '../../adapters/aws/dynamodb/uploads/upload-store.ts';
import { derivedId } from '../../adapters/derived-id.ts';
import { systemClock } from '../../adapters/system.ts';
import { environment } from '../http/environment.ts';
import { failOverdue } from '../sweeping/fail-overdue.ts';

const { UPLOADS_TABLE, USERS_TABLE } = environment('UPLOADS_TABLE', 'USERS_TABLE');
const services = { uploads: uploadStore(table(UPLOADS_TABLE), table(USERS_TABLE)), clock: systemClock, derivedId };

/** Runs every five minutes and ends what got stuck. */
export async function handler(): Promise<{ failed: number }> {
  const failed = await failOverdue(services);
  if (failed > 0) console.warn({ failed });
  return { failed };
}
