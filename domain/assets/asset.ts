/** Machines and implements do work and are told by numbers; operators by their name. */
export const assetKinds = ['machine', 'implement', 'operator'] as const;
export type AssetKind = (typeof assetKinds)[number];

/** Where an asset is known from: entered by hand, found in machine files, or read from a provider. */
export const originTypes = ['USER_CREATED', 'FILE_POOLED', 'PROVIDER_POOLED'] as const;
export type OriginType = (typeof originTypes)[number];

/** What a machine file or a provider says of an asset. */
export interface DescribedAsset {
  name: string;
  serialNumber?: string | undefined;
  vin?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  category?: string | undefined;
  modelYear?: number | undefined;
}

/** A machine, an implement or an operator that a machine file names. */
export interface SeenAsset extends DescribedAsset {
  id: string;
  kind: AssetKind;
}

/** A machine, an implement or an operator of a user, as it is stored. */
export interface Asset extends SeenAsset {
  svcUserId: string;
  originType: OriginType;
  /** The provider and its ids; those of a machine that was entered by hand are ours. Absent for what files name. */
  provider?: string | undefined;
  providerId?: string | undefined;
  providerOrganizationId?: string | undefined;
  /** Of operators: their licence, and whether they still work here. */
  license?: string | undefined;
  status?: 'ACTIVE' | 'ARCHIVED' | undefined;
  /** Of a provider's machine or implement that files name as well: what they say of it. */
  inFiles?: DescribedAsset | undefined;
  /** Of a provider's machine or implement: it was matched wrongly with one from files, and is matched no more. */
  isSeparate?: true | undefined;
  /** The round whose list lacked the asset, until the next list. */
  absentInRound?: string | undefined;
  /** When two complete lists of the provider in a row had lacked it. */
  removedAtProvider?: string | undefined;
  createdTime: string;
  updatedTime: string;
}

/** What is said of an asset, without the members that its record has beside that. */
export function descriptionOf({
  name,
  serialNumber,
  vin,
  make,
  model,
  category,
  modelYear,
}: DescribedAsset): DescribedAsset {
  return { name, ...defined({ serialNumber, vin, make, model, category, modelYear }) };
}

/**
 * The members that have a value.
 *
 * @example defined({ vin: undefined, model: '6130' }) // { model: '6130' }
 */
export function defined<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
