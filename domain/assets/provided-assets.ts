import type { ProviderKey } from '../providers/providers.ts';
import type { ProvidedAsset } from '../sync/asset-provider.ts';
import { type Asset, type DescribedAsset, defined, descriptionOf } from './asset.ts';
import type { NamedAsset } from './seen-assets.ts';

/** Where a list of assets was read. */
export interface AssetList {
  provider: ProviderKey;
  organizationId: string;
}

/**
 * A record with what its provider says now; itself if that is nothing new. A record from files becomes one of the provider, which keeps what files say. What the
 * provider does not say is filled in from files.
 */
export function asProvided(
  before: Asset,
  { provider, organizationId }: AssetList,
  { id: providerId, status, ...described }: ProvidedAsset,
  at: string,
): Asset {
  const { id, kind, svcUserId, license, isSeparate, createdTime, updatedTime } = before;
  const inFiles = before.originType === 'FILE_POOLED' ? descriptionOf(before) : before.inFiles;
  return changed(
    before,
    {
      ...{ id, kind, svcUserId, originType: 'PROVIDER_POOLED', provider, providerId, license, status, isSeparate },
      ...{ providerOrganizationId: organizationId, ...inFiles, ...defined(described), name: described.name, inFiles },
      ...{ createdTime, updatedTime },
    },
    at,
  );
}

/** A provider's record that a file names as well; itself if that is known. What is known stays, what was missing is filled in. */
export function asNamedInFile(before: Asset, { kind: _, ...named }: NamedAsset, at: string): Asset {
  const inFiles = { ...named, ...before.inFiles };
  return changed(before, { ...before, ...{ ...inFiles, ...descriptionOf(before) }, inFiles }, at);
}

/**
 * A record that a complete list of its provider lacked; itself if that is known. It is marked as removed when the list of another round had lacked it already.
 *
 * @param round names the round that read the list: a list that is read again in the same round proves nothing more.
 */
export function asAbsent(before: Asset, round: string, at: string): Asset {
  if (before.removedAtProvider !== undefined || before.absentInRound === round) return before;
  if (before.absentInRound === undefined) return { ...before, absentInRound: round };
  return { ...before, absentInRound: round, removedAtProvider: at, updatedTime: at };
}

/** The records that a matched one is taken apart into. That from files keeps the id, since files name it. */
export function takenApart(
  { inFiles, isSeparate: _, absentInRound, removedAtProvider, ...asset }: Asset & { inFiles: DescribedAsset },
  providerRecordId: string,
  at: string,
): { fromFiles: Asset; fromProvider: Asset } {
  const { id, kind, svcUserId, createdTime } = asset;
  return {
    fromFiles: { ...inFiles, id, kind, svcUserId, originType: 'FILE_POOLED', createdTime, updatedTime: at },
    fromProvider: {
      ...asset,
      ...{ id: providerRecordId, isSeparate: true, createdTime: at, updatedTime: at },
      ...defined({ absentInRound, removedAtProvider }),
    },
  };
}

/** The changed record; the former one if nothing has changed. That the asset is in the list again is no change with a time. */
function changed(before: Asset, after: Asset, at: string): Asset {
  const next = defined(after) as Asset;
  if (isEqual(before, next)) return before;
  return isEqual(withoutMark(before), next) ? next : { ...next, updatedTime: at };
}

function withoutMark({ absentInRound: _, ...asset }: Asset): Asset {
  return asset;
}

/** The order of members does not count: the database does not keep it. */
function isEqual(one: object, other: object): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: object): string {
  return JSON.stringify(
    Object.entries(value)
      .sort()
      .map(([name, member]) => [name, typeof member === 'object' ? canonical(member) : member]),
  );
}
