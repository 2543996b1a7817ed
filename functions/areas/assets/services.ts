import type { AssetStore } from '../../../domain/assets/asset-store.ts';
import type { DerivedId, NewId } from '../../../domain/clock.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface AssetsServices extends HttpServices {
  assets: AssetStore;
  users: UserDirectory;
  newId: NewId;
  derivedId: DerivedId;
}
