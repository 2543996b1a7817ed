import { fieldDeletions } from '../../areas/fields/sweep.ts';
import type { Bringing } from '../../manifests.ts';
import { credentialChecks } from '../check-credentials/sweep.ts';
import { compactions } from '../compact-lake/sweep.ts';
import { boundaryUploads } from '../convert-boundaries/sweep.ts';
import { webhookDeliveries } from '../deliver-webhooks/sweep.ts';
import { satelliteErasures } from '../erase-satellite-field/sweep.ts';
import { planetSearches } from '../follow-planet/sweep.ts';
import { fieldMerges } from '../merge-fields/sweep.ts';
import { machineFiles } from '../process-machine-files/sweep.ts';
import { longQueries } from '../run-queries/sweep.ts';
import { sceneSearches } from '../search-scenes/sweep.ts';
import { fieldSyncs } from '../sync-fields/sweep.ts';
import { tableShards } from '../write-tables/sweep.ts';
import type { SweepParts } from './parts.ts';

/** What is looked after for each folder; a manifest with `sweeping` that is missing here does not compile. */
const brought: Record<Bringing<'sweeping'>, SweepParts> = {
  'convert-boundaries': boundaryUploads,
  'process-machine-files': machineFiles,
  fields: fieldDeletions,
  'run-queries': longQueries,
  'deliver-webhooks': webhookDeliveries,
  'write-tables': tableShards,
  'compact-lake': compactions,
  'merge-fields': fieldMerges,
  'sync-fields': fieldSyncs,
  'check-credentials': credentialChecks,
  'search-scenes': sceneSearches,
  'follow-planet': planetSearches,
  'erase-satellite-field': satelliteErasures,
};
/** Each on its own: an error in one hides none of the others. */
const parts: SweepParts = Object.assign({}, ...Object.values(brought));

/** Runs every minute, ends what got stuck, sends what was lost again and has points compacted that are due. Tells how much that was. */
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
