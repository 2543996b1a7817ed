import * as z from 'zod';
import type { Asset, AssetKind } from '../../../domain/assets/asset.ts';
import type { AssetDirectory } from '../../../domain/assets/asset-store.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';
import { userIdInPath } from '../../http/parameters.ts';

export const userPath = z.object({ svcUserId: userIdInPath });

/**
 * The finder of the asset whose id is a variable of the path.
 *
 * @example exists: { user: userInPath, machine: assetInPath('machine') }
 */
export function assetInPath<Kind extends AssetKind>(
  kind: Kind,
): Finder<
  { params: { svcUserId: string } & Record<`${Kind}Id`, string> },
  { assets: Pick<AssetDirectory, 'get'> },
  Asset
> {
  return async ({ ownerId, params }, { assets }) => {
    const id = params[`${kind}Id`] as string;
    return orNotFound(await assets.get(ownerId, params.svcUserId, kind, id), kind, id);
  };
}
