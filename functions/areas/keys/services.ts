import type { NewId } from '../../../domain/clock.ts';
import type { ApiKeySecrets, ApiKeyStore } from '../../../domain/keys/api-key-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface KeysServices extends HttpServices {
  keys: ApiKeyStore;
  keySecrets: Pick<ApiKeySecrets, 'make'>;
  users: UserDirectory;
  newId: NewId;
}
