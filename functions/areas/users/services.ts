import type { NewId } from '../../../domain/clock.ts';
import type { UserStore } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface UsersServices extends HttpServices {
  users: UserStore;
  newId: NewId;
}
