import type { NewId } from '../../../domain/clock.ts';
import type { ApiKeySecrets, ApiKeyStore } from '../../../domain/keys/api-key-store.ts';
import type { AppKeyName, AppKeyStore } from '../../../domain/keys/app-key.ts';
import type { Sealer } from '../../../domain/secrets.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface KeysServices extends HttpServices {
  keys: ApiKeyStore;
  appKeys: AppKeyStore;
  /** The number of credentials that name an app key; undefined above `upTo`. A credential that was attached a moment ago may be missing. */
  credentialsNaming(ownerId: string, name: AppKeyName, upTo: number): Promise<number | undefined>;
  /** Queues checks of the credentials that name an app key. */
  recheckCredentials(ownerId: string, name: AppKeyName): Promise<void>;
  /** Seals the bodies of app keys. */
  sealer: Pick<Sealer, 'seal'>;
  keySecrets: Pick<ApiKeySecrets, 'make'>;
  users: UserDirectory;
  newId: NewId;
}
