import { fieldDeletion } from '../../../adapters/aws/dynamodb/fields/field-deletion.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../../jobs/sweep/parts.ts';

const { FIELDS_TABLE, FILES_BUCKET } = environment('FIELDS_TABLE', 'FILES_BUCKET');

const deletion = fieldDeletion({ fields: table(FIELDS_TABLE), files: objectStore(FILES_BUCKET), clock: systemClock });

export const sweepParts: SweepParts = { deletions: () => deletion.finishOverdue() };
