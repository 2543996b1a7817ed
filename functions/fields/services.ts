import type { FieldDirectory } from '../../domain/fields/field-store.ts';
import type { UserDirectory } from '../../domain/users/user-store.ts';
import type { HttpServices } from '../http/serve.ts';

export interface FieldsServices extends HttpServices {
  fields: FieldDirectory;
  users: UserDirectory;
}
