import type { ProvidedAsset } from '../sync/asset-provider.ts';
import type { Asset, DescribedAsset } from './asset.ts';
import type { NamedAsset } from './seen-assets.ts';

/*
 * A machine or an implement of a provider and one that files name are one record if they have one VIN or serial number. They are matched when the later of
 * both is first seen, and never afterwards: records that exist are not united, and what was taken apart stays so.
 */

/** Numbers of this length are those of ISO 10261 or ISO 3779, which no two machines have. */
const vinLength = 17;

/** The number by which a machine of a provider and one of files are the same; undefined if they are not. Providers write VINs as serial numbers. */
function commonNumber(one: DescribedAsset, other: DescribedAsset): string | undefined {
  const numbers = new Set(numbersOf(one));
  return numbersOf(other).find((number) => numbers.has(number));
}

function numbersOf({ vin, serialNumber }: DescribedAsset): string[] {
  return [vin, serialNumber].flatMap((number) => (number === undefined ? [] : [plain(number)]));
}

function isSame(one: DescribedAsset, other: DescribedAsset): boolean {
  const number = commonNumber(one, other);
  if (number === undefined) return false;
  return number.length === vinLength || !isOfOtherMake(one.make, other.make);
}

/** Makers may give the same short number. Files abbreviate makers: Deere is John Deere. */
function isOfOtherMake(one = '', other = ''): boolean {
  const [a, b] = [plain(one), plain(other)];
  return !a.includes(b) && !b.includes(a);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The record from files that a provider's new machine or implement is. Undefined if there is none, or more than one: a tractor and its console may share a number. */
export function matchInFiles(
  provided: Pick<Asset, 'kind'> & ProvidedAsset,
  known: readonly Asset[],
): Asset | undefined {
  return onlyOne(
    known.filter(({ kind, originType, ...one }) => {
      return kind === provided.kind && originType === 'FILE_POOLED' && isSame(provided, one);
    }),
  );
}

/**
 * The provider's record of a machine or implement that a file names. Undefined if there is none, if records of several providers could be meant, or if files have a
 * record with the number.
 */
export function matchAtProvider(named: NamedAsset, known: readonly Asset[]): Asset | undefined {
  const isMeant = (one: Asset) =>
    one.kind === named.kind && (isSame(named, one) || (one.inFiles !== undefined && isSame(named, one.inFiles)));
  const ofProviders = known.filter((one) => one.originType === 'PROVIDER_POOLED' && !one.isSeparate && isMeant(one));
  const match = onlyOne(ofProviders);
  return match && known.some((one) => one.originType === 'FILE_POOLED' && isMeant(one)) ? undefined : match;
}

function onlyOne(assets: readonly Asset[]): Asset | undefined {
  return assets.length === 1 ? assets[0] : undefined;
}
