import { defineArea } from '../../http/endpoint.ts';
import { apiKeyEndpoints } from './api-key-endpoints.ts';
import { appKeyEndpoints } from './app-key-endpoints.ts';

/** Area F: API keys of users, and the owner's applications at providers. */
export const keysApi = defineArea({
  name: 'keys',
  title: 'Keys',
  letter: 'F',
  description:
    'An API key lets a hosted page or a widget act for one service user without the token of the owner; it is sent as `X-Api-Key` to the endpoints that take API keys. App keys are the applications of the owner at providers, with which growers connect their accounts.',
  base: '/services/usermanagement/api',
  endpoints: { ...apiKeyEndpoints, ...appKeyEndpoints },
});
