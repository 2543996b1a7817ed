import type { MachineFileDirectory } from '../../../../domain/machine-files/machine-file-store.ts';
import type { UserDirectory } from '../../../../domain/users/user-store.ts';
import type { HttpServices } from '../../../http/serve.ts';

export interface PointFilesServices extends HttpServices {
  machineFiles: MachineFileDirectory;
  users: UserDirectory;
}
