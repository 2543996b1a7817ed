import { lookAtOnce } from '../../../adapters/aws/dynamodb/deadlines.ts';
import * as fields from '../../areas/fields/sweep.ts';
import { environmentNumber } from '../../http/environment.ts';
import type { Bringing } from '../../manifests.ts';
import * as checkCredentials from '../check-credentials/sweep.ts';
import * as compactLake from '../compact-lake/sweep.ts';
import * as convertBoundaries from '../convert-boundaries/sweep.ts';
import * as countUsage from '../count-usage/sweep.ts';
import * as deliverWebhooks from '../deliver-webhooks/sweep.ts';
import * as eraseSatelliteField from '../erase-satellite-field/sweep.ts';
import * as followPlanet from '../follow-planet/sweep.ts';
import * as mergeFields from '../merge-fields/sweep.ts';
import * as processMachineFiles from '../process-machine-files/sweep.ts';
import * as processSoil from '../process-soil/sweep.ts';
import * as runQueries from '../run-queries/sweep.ts';
import * as searchScenes from '../search-scenes/sweep.ts';
import * as syncFields from '../sync-fields/sweep.ts';
import * as syncFiles from '../sync-files/sweep.ts';
import * as syncIrrigation from '../sync-irrigation/sweep.ts';
import * as writeTables from '../write-tables/sweep.ts';
import type { SweepParts } from './parts.ts';

/** The sweeping part of each folder; a manifest with `sweeping` that is missing here does not compile. */
const brought: Record<Bringing<'sweeping'>, SweepParts> = {
  'convert-boundaries': convertBoundaries.sweepParts,
  'process-machine-files': processMachineFiles.sweepParts,
  'process-soil': processSoil.sweepParts,
  fields: fields.sweepParts,
  'run-queries': runQueries.sweepParts,
  'deliver-webhooks': deliverWebhooks.sweepParts,
  'write-tables': writeTables.sweepParts,
  'compact-lake': compactLake.sweepParts,
  'count-usage': countUsage.sweepParts,
  'merge-fields': mergeFields.sweepParts,
  'sync-fields': syncFields.sweepParts,
  'sync-files': syncFiles.sweepParts,
  'sync-irrigation': syncIrrigation.sweepParts,
  'check-credentials': checkCredentials.sweepParts,
  'search-scenes': searchScenes.sweepParts,
  'follow-planet': followPlanet.sweepParts,
  'erase-satellite-field': eraseSatelliteField.sweepParts,
};
/** Each on its own: an error in one hides none of the others. */
export const parts: SweepParts = Object.assign({}, ...Object.values(brought));

lookAtOnce(environmentNumber('SWEEP_ITEMS', 100));

/** The sweep of every minute: ends stuck work, sends lost messages again and requests due compactions. Returns the count of each. */
export async function handler(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const errors: unknown[] = [];
  for (const [name, look] of Object.entries(parts)) {
    try {
      found[name] = await look();
    } catch (error) {
      console.error({ sweeping: name, error });
      errors.push(error);
    }
  }
  if (Object.values(found).some((count) => count > 0)) console.warn(found);
  if (errors.length > 0) throw new AggregateError(errors, 'not all could be looked after');
  return found;
}
