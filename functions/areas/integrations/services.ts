import type { ResourceCountsStore } from '../../../domain/integrations/resource-counts.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface IntegrationsServices extends HttpServices {
  counts: ResourceCountsStore;
  users: Pick<UserDirectory, 'existing'>;
}
