import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { IrrigationDirectory } from '../../../domain/irrigation/irrigation-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface IrrigationServices extends HttpServices {
  users: UserDirectory;
  irrigation: IrrigationDirectory;
  fields: Pick<FieldDirectory, 'has'>;
  overlay(): Promise<Overlay>;
  settings(ownerId: string, svcUserId: string): Promise<Pick<Settings, 'unitMeasurement'>>;
}
