import type { StoredFarm } from '../../../domain/farms/farm.ts';
import type { StoredGrower } from '../../../domain/growers/grower.ts';
import type { ProvidedField } from '../../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { Round, SyncServices } from './services.ts';
import { syncFarm } from './sync-groups.ts';

/**
 * Takes over the farms that changed fields name, each once in a round, at providers without a list of farms. A farm that the provider does not show, for
 * want of a permission, is noted, and its fields come without it.
 */
export function syncNamedFarms(
  round: Round,
  services: SyncServices,
  known: { growers: Map<string, StoredGrower>; farms: Map<string, StoredFarm> },
): (field: ProvidedField | undefined) => Promise<void> {
  const { provider, problems } = round;
  const asked = new Map<string, Promise<void>>();
  let isForbidden = false;

  const sync = async (farmId: string): Promise<void> => {
    if (isForbidden) return;
    try {
      const value = await provider.farm?.(farmId);
      if (value) await syncFarm(round, services, known, { id: farmId, value });
    } catch (error) {
      if (!(error instanceof ProviderProblem) || error.kind !== 'forbidden') throw error;
      if (!isForbidden) problems.push({ code: 'providerFailed', message: `Farms did not come. ${error.message}` });
      isForbidden = true;
    }
  };

  return async (field) => {
    const farmId = field?.farmId;
    if (!provider.farm || farmId === undefined) return;
    const begun = asked.get(farmId) ?? sync(farmId);
    asked.set(farmId, begun);
    await begun;
  };
}
