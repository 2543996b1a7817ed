import type { DerivedId } from '../clock.ts';
import type { Machinery } from '../machine-files/summary.ts';

export type AssetKind = 'machine' | 'implement' | 'operator';

/** A machine, an implement or an operator that a machine file names. */
export interface SeenAsset {
  /** Derived from the serial number or name, so that it is equal in every file of a user. */
  id: string;
  kind: AssetKind;
  name: string;
  serialNumber?: string;
  make?: string;
}

/** A machine, an implement or an operator of a user. */
export interface Asset extends SeenAsset {
  svcUserId: string;
  /** Found in machine files, in contrast to assets entered by hand or read from providers. */
  originType: 'FILE_POOLED';
  createdTime: string;
  updatedTime: string;
}

/** The name of an asset whose source has none. */
const nameless = 'unknown';

/**
 * The machines, implements and operators of a field operation. A serial number identifies an asset, otherwise its name
 * and make do. Assets with neither name nor number cannot be distinguished and are left out.
 */
export function seenAssets(
  svcUserId: string,
  machinery: readonly Machinery[],
  operators: readonly string[],
  derivedId: DerivedId,
): SeenAsset[] {
  const seen = new Map<string, SeenAsset>();
  const add = (kind: AssetKind, key: string[], asset: Omit<SeenAsset, 'id' | 'kind'>) => {
    const id = derivedId(svcUserId, kind, ...key.map((part) => part.trim().toLowerCase()));
    seen.set(id, { id, kind, ...asset });
  };
  for (const { type, name, serialNumber, brand } of machinery) {
    const make = brand === nameless ? {} : { make: brand };
    if (serialNumber) add(type, ['serial number', serialNumber], { name, serialNumber, ...make });
    else if (name !== nameless) add(type, ['name', brand, name], { name, ...make });
  }
  for (const name of operators) add('operator', ['name', name], { name });
  return [...seen.values()];
}
