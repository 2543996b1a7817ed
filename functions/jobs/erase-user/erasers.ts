import { partitionEraser } from '../../../adapters/aws/dynamodb/erasure/table-erasers.ts';
import { usagePseudonymiser } from '../../../adapters/aws/dynamodb/erasure/usage-pseudonymiser.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { erasingObjectStore } from '../../../adapters/aws/s3/erasing-object-store.ts';
import { newId } from '../../../adapters/system.ts';
import { type Eraser, inOrder, prefixEraser } from '../../../domain/erasure/eraser.ts';
import { artefactPrefix, exportPrefix } from '../../../domain/files/object-keys.ts';
import { erasersOfFields } from '../../areas/fields/erasers.ts';
import { erasersOfKeys } from '../../areas/keys/erasers.ts';
import { erasersOfOperations } from '../../areas/operations/erasers.ts';
import { erasersOfUploads } from '../../areas/uploads/erasers.ts';
import { environment } from '../../http/environment.ts';
import { erasersOfTables } from '../write-tables/erasers.ts';

/** One eraser for every place that holds data of users. An area or job with more than a partition or a prefix brings its own. */
export function allErasers(): Eraser[] {
  return inOrder([
    ...erasersOfFields(),
    ...erasersOfKeys(),
    ...erasersOfUploads(),
    ...erasersOfOperations(),
    ...erasersOfTables(),
    ...sharedErasers(),
  ]);
}

function sharedErasers(): Eraser[] {
  const names = environment(
    'ALERTS_TABLE',
    'ASSETS_TABLE',
    'CONFIGURATIONS_TABLE',
    'CREDENTIALS_TABLE',
    'EVENTS_TABLE',
    'FIELDS_TABLE',
    'USAGE_TABLE',
    'FILES_BUCKET',
  );
  const files = erasingObjectStore(names.FILES_BUCKET);
  const artefacts = prefixEraser(
    'files:artefacts/',
    ({ ownerId, svcUserId }) => [artefactPrefix(ownerId, svcUserId)],
    files,
  );
  return [
    usagePseudonymiser({ usage: table(names.USAGE_TABLE), fields: table(names.FIELDS_TABLE), files, newId }),
    partitionEraser('assets', table(names.ASSETS_TABLE)),
    partitionEraser('configurations', table(names.CONFIGURATIONS_TABLE)),
    partitionEraser('credentials', table(names.CREDENTIALS_TABLE)),
    partitionEraser('events', table(names.EVENTS_TABLE)),
    partitionEraser('alerts', table(names.ALERTS_TABLE)),
    // Usage facts take shapes along before they go.
    { ...artefacts, after: ['usage'] },
    // Results of queries may hold any user's points; they are kept for a day anyway.
    prefixEraser('files:exports/', ({ ownerId }) => [exportPrefix(ownerId)], files),
  ];
}
