import type { ConfigurationStore } from '../../../domain/configuration/configuration-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface ConfigurationsServices extends HttpServices {
  configurations: ConfigurationStore;
  users: UserDirectory;
}
