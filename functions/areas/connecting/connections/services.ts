import type { ApiKeyDirectory } from '../../../../domain/keys/api-key-store.ts';
import type { HttpServices } from '../../../http/serve.ts';
import type { ConnectingServices } from '../consent-services.ts';

export interface ConnectionsServices extends HttpServices, ConnectingServices {
  apiKeys: ApiKeyDirectory;
}
