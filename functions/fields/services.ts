import type { FarmStore } from '../../domain/farms/farm-store.ts';
import type { FieldDirectory } from '../../domain/fields/field-store.ts';
import type { GrowerStore } from '../../domain/growers/grower-store.ts';
import type { UserDirectory } from '../../domain/users/user-store.ts';
import type { HttpServices } from '../http/serve.ts';

export interface FieldsServices extends HttpServices {
  growers: GrowerStore;
  farms: FarmStore;
  fields: FieldDirectory;
  users: UserDirectory;
}
