import { partitionEraser } from '../../../adapters/aws/dynamodb/erasure/table-erasers.ts';
import { usagePseudonymiser } from '../../../adapters/aws/dynamodb/erasure/usage-pseudonymiser.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { erasingObjectStore } from '../../../adapters/aws/s3/erasing-object-store.ts';
import { newId } from '../../../adapters/system.ts';
import { type Eraser, inOrder, prefixEraser } from '../../../domain/erasure/eraser.ts';
import { erasersOfFields } from '../../areas/fields/erasers.ts';
import { erasersOfKeys } from '../../areas/keys/erasers.ts';
import { erasersOfOperations } from '../../areas/operations/erasers.ts';
import { erasersOfSoil } from '../../areas/soil/erasers.ts';
import { erasersOfUploads } from '../../areas/uploads/erasers.ts';
import { environment } from '../../http/environment.ts';
import { tableVariable } from '../../manifest/table.ts';
import { type Bringing, prefixes, tableNames, tables } from '../../manifests.ts';
import { erasersOfConsumption } from '../count-usage/erasers.ts';
import { erasersOfTables } from '../write-tables/erasers.ts';

/** Erasers of folders that have code of their own; a manifest with `erasing` that is missing here does not compile. */
const brought: Record<Bringing<'erasing'>, () => Eraser[]> = {
  fields: erasersOfFields,
  keys: erasersOfKeys,
  uploads: erasersOfUploads,
  operations: erasersOfOperations,
  soil: erasersOfSoil,
  'write-tables': erasersOfTables,
  'count-usage': erasersOfConsumption,
  shared: erasersOfUsage,
};

/** One eraser for every store that holds data of users: those that folders bring, and those that follow from their tables and prefixes. */
export function allErasers(): Eraser[] {
  return inOrder([
    ...Object.values(brought).flatMap((erasers) => erasers()),
    ...partitionErasers(),
    ...prefixErasers(),
  ]);
}

function erasersOfUsage(): Eraser[] {
  const names = environment('USAGE_TABLE', 'FIELDS_TABLE', 'FILES_BUCKET');
  const files = erasingObjectStore(names.FILES_BUCKET);
  return [usagePseudonymiser({ usage: table(names.USAGE_TABLE), fields: table(names.FIELDS_TABLE), files, newId })];
}

function partitionErasers(): Eraser[] {
  return tableNames
    .filter((name) => tables[name].eraser)
    .map((name) => {
      const variable = tableVariable(name);
      return partitionEraser(name, table(environment(variable)[variable] as string));
    });
}

function prefixErasers(): Eraser[] {
  const { FILES_BUCKET, LAKE_BUCKET } = environment('FILES_BUCKET', 'LAKE_BUCKET');
  const stores = { files: erasingObjectStore(FILES_BUCKET), lake: erasingObjectStore(LAKE_BUCKET) };
  return prefixes.flatMap(({ bucket, prefix, eraser }) => {
    if (!eraser) return [];
    const below = ({ ownerId, svcUserId }: { ownerId: string; svcUserId: string }) =>
      `${prefix}${ownerId}/${eraser.of === 'user' ? `${svcUserId}/` : ''}`;
    const made = prefixEraser(`${bucket}:${prefix}`, (user) => [below(user)], stores[bucket]);
    return [eraser.after ? { ...made, after: eraser.after } : made];
  });
}
