import { explainFile, explainListedFile } from '../../../../domain/integrations/explain-file.ts';
import type { ProviderFacts } from '../../../../domain/integrations/explain-provider.ts';
import type { SyncReason } from '../../../../domain/integrations/sync-reason.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { sourceFileId } from '../../../../domain/machine-files/source-file.ts';
import { enabledFields } from '../../../../domain/sync/enabled-fields.ts';
import { providerFileKey } from '../../../../domain/sync/provider-file.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import type { IntegrationsServices } from '../services.ts';

const kinds = ['logged', 'operation'] as const;

/** Why a file is not there, or how it is, found by its id here or at a provider; undefined for one that nothing is known of. */
export async function reasonsOfFile(
  user: UserSubject,
  id: string,
  facts: readonly ProviderFacts[],
  { files, listed, providerFields, derivedId, clock }: IntegrationsServices,
): Promise<SyncReason[] | undefined> {
  const { ownerId, svcUserId } = user;
  const own = await files.get(ownerId, id);
  const explained = async (file: MachineFile) => explainFile(file, await files.fromOtherProviders(ownerId, file));
  if (own?.svcUserId === svcUserId) return explained(own);
  for (const one of facts) {
    const { provider } = one;
    for (const kind of kinds) {
      const fileKey = providerFileKey({ kind, id });
      const { due, ended } = await listed.get(user, provider, fileKey);
      if (!due && !ended) continue;
      const file = await files.get(ownerId, sourceFileId(svcUserId, { provider, fileKey }, 0, derivedId));
      if (file && !due) return explained(file);
      const isEnabled = await enabledFields(providerFields(user, provider));
      return explainListedFile(one, { due, ended }, isEnabled, clock.now());
    }
  }
  return undefined;
}
