import { countEraser } from '../../../adapters/aws/dynamodb/counts/count-eraser.ts';
import { fieldsEraser, partitionEraser, uploadsEraser } from '../../../adapters/aws/dynamodb/erasure/table-erasers.ts';
import { usagePseudonymiser } from '../../../adapters/aws/dynamodb/erasure/usage-pseudonymiser.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import {
  ingestsEraser,
  lakeEraser,
  operationsEraser,
} from '../../../adapters/aws/dynamodb/machine-files/operations-eraser.ts';
import type { Table } from '../../../adapters/aws/dynamodb/table.ts';
import { sessionSlots } from '../../../adapters/aws/dynamodb/uploads/upload-item.ts';
import type { Clock, NewId } from '../../../domain/clock.ts';
import type { Eraser } from '../../../domain/erasure/eraser.ts';
import { artefactPrefix, exportPrefix, incomingPrefixes } from '../../../domain/files/object-keys.ts';
import type { ErasingObjectStore } from '../../../domain/files/object-store.ts';
import { lakeTables } from '../../../domain/lake-tables/shard.ts';
import type { MultipartStore } from '../../../domain/uploads/session-store.ts';
import type { ShardNoting } from '../note-changes/note-changes.ts';
import { tableEraser } from '../write-tables/table-eraser.ts';

export interface ErasedPlaces {
  fields: Table;
  uploads: Table;
  operations: Table;
  assets: Table;
  configurations: Table;
  usage: Table;
  events: Table;
  files: ErasingObjectStore;
  lake: ErasingObjectStore;
  multiparts: Pick<MultipartStore, 'abort'>;
  /** Where it is noted that the lake follows. */
  tables: ShardNoting;
  newId: NewId;
  clock: Clock;
}

/**
 * One eraser for every place that holds data of users. None waits for another, unless it removes what that one needs: usage facts take
 * shapes along before fields and artefacts go, and the records of files lead to their points.
 */
export function allErasers({
  fields,
  uploads,
  operations,
  assets,
  configurations,
  usage,
  events,
  files,
  lake,
  multiparts,
  tables,
  newId,
  clock,
}: ErasedPlaces): Eraser[] {
  return [
    // First: lists say how long they are. What queries see is gone within seconds, while the records go one by one.
    countEraser('fields:counts', fields),
    countEraser('operations:counts', operations),
    countEraser('uploads:counts', uploads),
    ...lakeTables.map((name) => tableEraser(name, tables)),
    usagePseudonymiser({ usage, fields, files, newId }),
    { ...fieldsEraser(fields), after: ['usage'] },
    uploadsEraser(uploads, multiparts, ownerSlots(uploads, { clock, newId }, sessionSlots)),
    lakeEraser(operations, lake, clock),
    ingestsEraser(operations, lake),
    { ...operationsEraser(operations), after: ['lake:lake/points/', 'lake:lake/ingests/'] },
    partitionEraser('assets', assets),
    partitionEraser('configurations', configurations),
    partitionEraser('events', events),
    prefixEraser('files:incoming/', incomingPrefixes, files),
    {
      ...prefixEraser('files:artefacts/', (ownerId, svcUserId) => [artefactPrefix(ownerId, svcUserId)], files),
      after: ['usage'],
    },
    // Results of queries may hold any user's points; they are kept for a day anyway.
    prefixEraser('files:exports/', (ownerId) => [exportPrefix(ownerId)], files),
  ];
}

/** Removes the objects below a user's prefixes, in all of their versions. */
function prefixEraser(
  covers: string,
  prefixesOf: (ownerId: string, svcUserId: string) => string[],
  files: Pick<ErasingObjectStore, 'erase'>,
): Eraser {
  return {
    covers,
    async erase({ ownerId, svcUserId }) {
      for (const prefix of prefixesOf(ownerId, svcUserId)) await files.erase(prefix);
    },
  };
}

/** Places in buckets without an eraser, and why they need none. Tables say so in their manifest. A test fails for any other. */
export const withoutEraser: Record<string, string> = {
  'lake:lake/ssurgo/': 'holds a public soil survey, and nothing of anybody',
  'lake:lake/states_counties/': 'holds public boundaries, and nothing of anybody',
  'files:usage/': 'holds shapes under pseudonyms, until the contract ends',
};
