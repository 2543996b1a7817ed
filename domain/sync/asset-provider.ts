import type { AssetKind, DescribedAsset } from '../assets/asset.ts';

/** A machine, an implement or an operator as its provider knows it. Placeholders are left out; a name is always given. */
export interface ProvidedAsset extends DescribedAsset {
  /** The id at the provider, unique among assets of its kind. */
  id: string;
  /** Of operators: whether they still work for the organization. */
  status?: 'ACTIVE' | 'ARCHIVED' | undefined;
}

/** The machines, implements and operators of one account. All methods throw `ProviderProblem`. */
export interface AssetProvider {
  /** All assets of a kind in an organization, unordered. The list has been read to its end if nothing is thrown: what was not in it is not there. */
  assets(kind: AssetKind, organizationId: string): AsyncIterable<ProvidedAsset>;
  /** Has the log of the account say something beside the answers of the provider. */
  note(message: string): void;
  /** Writes the log of the account, at the end of the work. */
  close(): Promise<void>;
}
