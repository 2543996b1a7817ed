import type { ConfigurationStore } from '../../../domain/configuration/configuration-store.ts';
import type { ConsumptionStore } from '../../../domain/usage/consumption/consumption-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface UsageServices extends HttpServices {
  consumption: ConsumptionStore;
  configurations: Pick<ConfigurationStore, 'get'>;
  users: UserDirectory;
}
