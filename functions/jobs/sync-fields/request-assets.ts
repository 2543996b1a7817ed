import type { AssetKind } from '../../../domain/assets/asset.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import { portsOf } from '../../../domain/providers/implemented.ts';
import type { Round, SyncServices } from './services.ts';

const switches: Record<AssetKind, keyof Settings> = {
  machine: 'machinesAutoSync',
  implement: 'implementsAutoSync',
  operator: 'operatorsAutoSync',
};

/** Has the lists of assets read that the user's settings want, of the selected organizations. */
export async function requestAssets(round: Round, { assetsQueue }: Pick<SyncServices, 'assetsQueue'>): Promise<void> {
  const { ownerId, svcUserId, link, settings, selected = new Set<string>(), at } = round;
  if (link.address !== undefined || !portsOf(link.provider).includes('assets')) return;
  const kinds = (Object.keys(switches) as AssetKind[]).filter((kind) => settings[switches[kind]] === true);
  for (const organizationId of selected) {
    for (const kind of kinds) {
      await assetsQueue.send({ ownerId, svcUserId, provider: link.provider, organizationId, kind, round: at });
    }
  }
}
