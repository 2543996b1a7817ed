import {
  codeGrant,
  environment,
  environmentOrStage,
  provider,
  sameAddresses,
  scopes,
  secret,
  text,
  withheld,
} from '../provider.ts';

/** Farm management software, and providers of aerial images. */
export const farmSoftware = [
  provider('ClimateFieldView', 4, 'climate-field-view', 'Climate FieldView', {
    credential: {
      members: { clientId: text, clientSecret: secret, apiKey: secret, refreshToken: secret },
      obtained: { accessToken: secret },
      reportsScopes: true,
    },
    appKey: { hasEnvironment: false, members: { apiKey: secret, clientId: text, clientSecret: secret, scopes } },
    oauth: { slot: 2, slug: 'climate-field-view' },
    grant: codeGrant(
      {
        scope:
          'fields:read fields:write farmOrganizations:read resourceOwners:read asPlanted:read asHarvested:read asApplied:read imagery:write rx:write soil:write',
      },
      { clientProof: 'basic', refreshDays: 30 },
    ),
    segment: 'climateFieldView',
    prescriptions: { needs: [], zip: { isForPlanting: true } },
    ports: ['fields', 'files', 'layers', 'sending', 'prescriptions'],
    delivers: ['farms', 'fields', 'files', 'operations'],
    changes: 'polled',
    accepts: ['fieldIntegration', 'machineFiles', 'batches', 'layers'],
    inLinks: true,
    site: 'climate.com',
    addresses: sameAddresses({
      api: 'https://platform.climate.com/v4',
      consent: 'https://climate.com/static/app-login/',
      token: 'https://api.climate.com/api/oauth/token',
    }),
  }),
  provider('Sentera', 17, 'sentera', 'Sentera', {
    credential: {
      members: { username: text, password: withheld, organizationName: text },
      obtained: { authToken: secret, organizationId: text },
    },
    ports: [],
    delivers: ['fields', 'layers'],
    changes: 'polled',
    accepts: [],
    inLinks: false,
    addresses: {
      STAGE: { api: 'https://apistaging.sentera.com' },
      PRODUCTION: { api: 'https://api.sentera.com' },
    },
  }),
  provider('AgVance', 18, 'agvance', 'Agvance', {
    credential: {
      members: {
        apiKey: secret,
        databaseId: text,
        username: text,
        password: secret,
        clientEnvironment: environmentOrStage,
      },
      obtained: { sessionId: secret },
    },
    ports: [],
    delivers: ['growers', 'farms', 'fields'],
    changes: 'polled',
    accepts: [],
    inLinks: false,
    addresses: sameAddresses({}),
  }),
  provider('Panorama', 19, 'panorama', 'Panorama', {
    credential: {
      members: {
        clientId: text,
        username: text,
        password: withheld,
        organizationCode: text,
        refreshToken: secret,
        clientEnvironment: environment,
      },
      obtained: { accessToken: secret },
    },
    appKey: {
      hasEnvironment: true,
      members: { clientId: text, username: text, password: withheld, sharingUrlId: text },
    },
    // Its page for sharing an organization is treated as a consent page, since its protocol is not public.
    grant: codeGrant(
      {},
      {
        clientProof: 'form',
        client: { id: 'clientId', secret: 'password' },
        ofApplication: { sharing_url_id: 'sharingUrlId' },
        answered: { organizationCode: 'organization_code' },
      },
    ),
    ports: [],
    delivers: ['growers', 'farms', 'fields', 'files', 'operations'],
    changes: 'polled',
    accepts: [],
    inLinks: false,
    addresses: sameAddresses({}),
  }),
] as const;
