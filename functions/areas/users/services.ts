import type { NewId } from '../../../domain/clock.ts';
import type { ApiKeyDirectory } from '../../../domain/keys/api-key-store.ts';
import type { UserStore } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface UsersServices extends HttpServices {
  apiKeys: ApiKeyDirectory;
  users: UserStore;
  newId: NewId;
}
