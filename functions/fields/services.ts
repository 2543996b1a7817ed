import type { NewId } from '../../domain/clock.ts';
import type { FarmStore } from '../../domain/farms/farm-store.ts';
import type { FieldDirectory, FieldStore } from '../../domain/fields/field-store.ts';
import type { Overlay } from '../../domain/geometry/overlay.ts';
import type { GrowerStore } from '../../domain/growers/grower-store.ts';
import type { UserDirectory } from '../../domain/users/user-store.ts';
import type { HttpServices } from '../http/serve.ts';

export interface FieldsServices extends HttpServices {
  growers: GrowerStore;
  farms: FarmStore;
  fields: FieldDirectory;
  fieldEdits: FieldStore;
  /** Starts on first use. */
  overlay: () => Promise<Overlay>;
  users: UserDirectory;
  newId: NewId;
}
