import type { Asset } from '../../../domain/assets/asset.ts';
import { asAbsent } from '../../../domain/assets/provided-assets.ts';
import { areMany } from '../../../domain/sync/absences.ts';
import type { HeldList } from '../../../domain/sync/list-notes.ts';
import { type AssetsRound, eventOf } from './round.ts';
import type { AssetsSyncServices } from './services.ts';

/**
 * Marks what a complete list lacked: as absent, and as removed if that of an earlier round had lacked it too. So many that the list is doubted stay absent until their owner
 * confirms it. Nothing is deleted.
 *
 * @param before what has been waiting for the owner. A confirmation is for what had been found by then.
 * @returns what waits for the owner.
 */
export async function markAbsent(
  round: AssetsRound,
  listed: ReadonlySet<string>,
  before: HeldList | undefined,
  { assets, ...services }: AssetsSyncServices,
): Promise<HeldList | undefined> {
  const { ownerId, organizationId, at, own } = round;
  const inOrganization = [...own.values()].filter(
    ({ providerOrganizationId, removedAtProvider }) => providerOrganizationId === organizationId && !removedAtProvider,
  );
  const absent = inOrganization.filter(({ providerId = '' }) => !listed.has(providerId));
  const again = absent.filter(({ absentInRound }) => absentInRound !== undefined && absentInRound !== round.round);
  const isConfirmed = ({ absentInRound = '' }: Asset) =>
    before?.confirmedTime !== undefined && absentInRound <= before.foundTime;
  const unconfirmed = again.filter((asset) => !isConfirmed(asset));
  const isHeld = areMany(unconfirmed.length, inOrganization.length);
  const waiting = new Set(isHeld ? unconfirmed : []);
  for (const asset of absent) {
    // What waits stays absent since the round that found it.
    if (waiting.has(asset)) continue;
    await assets.change(
      ownerId,
      asset,
      (one) => asAbsent(one, round.round, at),
      (after, { removedAtProvider }) =>
        after.removedAtProvider === removedAtProvider ? undefined : eventOf('updated', round, after, services),
    );
  }
  return isHeld ? { foundTime: round.round, gone: waiting.size, of: inOrganization.length } : undefined;
}
