import type { FieldStore } from '../../domain/fields/field-store.ts';
import type { UserStore } from '../../domain/users/user-store.ts';
import type { HttpServices } from '../http/serve.ts';

export interface FieldsServices extends HttpServices {
  fields: FieldStore;
  users: UserStore;
}
