import type { NewId } from '../../../domain/clock.ts';
import type { ApiKeySecrets, ApiKeyStore } from '../../../domain/keys/api-key-store.ts';
import type { AppKeyStore } from '../../../domain/keys/app-key.ts';
import type { Sealer } from '../../../domain/secrets.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface KeysServices extends HttpServices {
  keys: ApiKeyStore;
  appKeys: AppKeyStore;
  /** Seals what is sent of app keys. */
  sealer: Pick<Sealer, 'seal'>;
  keySecrets: Pick<ApiKeySecrets, 'make'>;
  users: UserDirectory;
  newId: NewId;
}
