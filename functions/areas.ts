import { alertsApi } from './areas/alerts/api.ts';
import { assetsApi } from './areas/assets/api.ts';
import { configurationsApi } from './areas/configurations/api.ts';
import { connectionsApi } from './areas/connecting/connections/api.ts';
import { oauthApi } from './areas/connecting/oauth/api.ts';
import { oneClickApi } from './areas/connecting/one-click/api.ts';
import { credentialsApi } from './areas/credentials/api.ts';
import { docsApi } from './areas/docs/api.ts';
import { fieldsApi } from './areas/fields/api.ts';
import { integrationsApi } from './areas/integrations/api.ts';
import { irrigationApi } from './areas/irrigation/api.ts';
import { keysApi } from './areas/keys/api.ts';
import { layersApi } from './areas/layers/api.ts';
import { linksApi } from './areas/links/api.ts';
import { operationsApi } from './areas/operations/api.ts';
import { organizationsApi } from './areas/organizations/api.ts';
import { pagesApi } from './areas/pages/api.ts';
import { prescriptionsApi } from './areas/prescriptions/api.ts';
import { pushesApi } from './areas/pushes/api.ts';
import { pointFilesApi } from './areas/query/point-files/api.ts';
import { queriesApi } from './areas/query/results/api.ts';
import { queryApi } from './areas/query/run/api.ts';
import { satelliteApi } from './areas/satellite/api.ts';
import { soilApi } from './areas/soil/api.ts';
import { tokensApi } from './areas/tokens/api.ts';
import { uploadsApi } from './areas/uploads/api.ts';
import { usageApi } from './areas/usage/api.ts';
import { usersApi } from './areas/users/api.ts';
import { weatherApi } from './areas/weather/api.ts';
import type { Area } from './http/endpoint.ts';

/** Every area of the API. The only list: routes, documents, tests and deployment are made from it. */
export const areas: readonly Area[] = [
  tokensApi,
  oauthApi,
  usersApi,
  organizationsApi,
  integrationsApi,
  keysApi,
  credentialsApi,
  linksApi,
  oneClickApi,
  connectionsApi,
  fieldsApi,
  uploadsApi,
  operationsApi,
  configurationsApi,
  queryApi,
  queriesApi,
  pointFilesApi,
  weatherApi,
  satelliteApi,
  assetsApi,
  layersApi,
  prescriptionsApi,
  soilApi,
  irrigationApi,
  alertsApi,
  usageApi,
  pushesApi,
  pagesApi,
  docsApi,
];
