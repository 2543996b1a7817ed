import type { OrganizationStore } from '../../../../domain/organizations/organization-store.ts';
import type { HttpServices } from '../../../http/serve.ts';
import type { ConnectingServices } from '../consent-services.ts';

export interface OneClickServices extends HttpServices, ConnectingServices {
  organizations: Pick<OrganizationStore, 'all'>;
}
