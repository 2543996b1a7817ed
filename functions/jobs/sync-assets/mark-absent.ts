import { asAbsent } from '../../../domain/assets/provided-assets.ts';
import { areMany } from '../../../domain/sync/absences.ts';
import { type AssetsRound, eventOf } from './round.ts';
import type { AssetsSyncServices } from './services.ts';

/**
 * Marks what a complete list lacked: as removed, if that of the round before had lacked it too. Nothing is deleted.
 *
 * @returns why nothing is marked, if the list is doubted.
 */
export async function markAbsent(
  round: AssetsRound,
  listed: ReadonlySet<string>,
  { assets, ...services }: AssetsSyncServices,
): Promise<string | undefined> {
  const { ownerId, organizationId, kind, at, own } = round;
  const inOrganization = [...own.values()].filter(
    ({ providerOrganizationId, removedAtProvider }) => providerOrganizationId === organizationId && !removedAtProvider,
  );
  const absent = inOrganization.filter(({ providerId = '' }) => !listed.has(providerId));
  if (areMany(absent.length, inOrganization.length)) {
    return `The list of ${kind}s of the organization ${organizationId} lacks ${absent.length} of ${inOrganization.length} that were in it. They are not taken for removed: check the connection of the organization at the provider.`;
  }
  for (const asset of absent) {
    await assets.change(
      ownerId,
      asset,
      (before) => asAbsent(before, round.round, at),
      (after, { removedAtProvider }) =>
        after.removedAtProvider === removedAtProvider ? undefined : eventOf('updated', round, after, services),
    );
  }
  return undefined;
}
