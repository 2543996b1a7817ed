import { type CodeGrant, codeGrant, environment, provider, sameAddresses, scopes, secret, text } from '../provider.ts';

/** Members of credentials for both generations of CNH's platform. */
const cnh = {
  clientId: text,
  clientSecret: secret,
  subscriptionKey: secret,
  refreshToken: secret,
  clientEnvironment: environment,
};
const cnhAppKey = {
  hasEnvironment: true,
  members: { clientId: text, clientSecret: secret, subscriptionKey: secret },
};

/** The grant of both generations, whose tokens are valid for one of two audiences. */
function cnhGrant(stageAudience: string, audience: string): CodeGrant {
  return {
    parameters: {
      STAGE: { scope: 'offline_access', audience: stageAudience, connection: 'STG-ADFS-CONN' },
      PRODUCTION: { scope: 'offline_access', audience, connection: 'PROD-ADFS-CONN' },
    },
    clientProof: 'form',
  };
}

const johnDeereDiscovery =
  'https://signin.johndeere.com/oauth2/aus78tnlaysMraFhC1t7/.well-known/oauth-authorization-server';

/** Platforms of manufacturers of tractors, combines and implements. */
export const machineMakers = [
  provider('JohnDeere', 2, 'john-deere', 'John Deere', {
    credential: {
      members: { clientKey: text, clientSecret: secret, refreshToken: secret, clientEnvironment: environment },
      obtained: { accessToken: secret },
      reportsScopes: true,
    },
    appKey: { hasEnvironment: true, members: { clientKey: text, clientSecret: secret, scopes } },
    oauth: { slot: 1, slug: 'john-deere' },
    grant: codeGrant(
      { scope: 'org1 eq1 ag1 ag2 ag3 files offline_access' },
      { clientProof: 'basic', refreshDays: 365, client: { id: 'clientKey', secret: 'clientSecret' } },
    ),
    segment: 'johnDeere',
    prescriptions: {
      needs: ['organizationId'],
      // deere-sdk, files.yaml: names of files; developer.deere.com/dev-docs/files: the folder.
      zip: {
        folder: 'Rx',
        fileName: {
          accepts: (name) => /^[A-Za-z0-9.,_-]{5,69}$/.test(name),
          rule: 'must have 5 to 69 characters, all of them letters of English, digits or . , - _',
        },
      },
    },
    selectionPage: 'https://connections.deere.com/connections/{client}/select-organizations',
    ports: ['organizations', 'fields', 'files', 'assets', 'push', 'sending', 'prescriptions'],
    delivers: ['growers', 'farms', 'fields', 'files', 'operations', 'machines', 'implements', 'operators'],
    changes: 'pushed',
    accepts: ['organizations', 'organizationStates', 'fieldIntegration', 'machineFiles', 'batches'],
    inLinks: true,
    site: 'johndeere.com',
    addresses: {
      STAGE: {
        api: 'https://sandboxapi.deere.com/platform',
        consent: 'https://signin.johndeere.com/oauth2/aus78tnlaysMraFhC1t7/v1/authorize',
        token: 'https://signin.johndeere.com/oauth2/aus78tnlaysMraFhC1t7/v1/token',
        discovery: johnDeereDiscovery,
        // Equipment has no sandbox.
      },
      PRODUCTION: {
        api: 'https://api.deere.com/platform',
        consent: 'https://signin.johndeere.com/oauth2/aus78tnlaysMraFhC1t7/v1/authorize',
        token: 'https://signin.johndeere.com/oauth2/aus78tnlaysMraFhC1t7/v1/token',
        discovery: johnDeereDiscovery,
        others: ['https://equipmentapi.deere.com/isg'],
      },
    },
  }),
  provider('CNHI', 10, 'cnhi', 'CNHi', {
    credential: { members: cnh },
    appKey: cnhAppKey,
    oauth: { slot: 3, slug: 'cnhi' },
    grant: cnhGrant('https://stg.api.cnhind.com', 'https://ag.api.cnhind.com'),
    segment: 'cnhi',
    prescriptions: { needs: ['organizationId'], zip: {} },
    ports: [],
    delivers: ['growers', 'farms', 'fields', 'files', 'operations', 'machines'],
    changes: 'polled',
    accepts: ['machineFiles', 'batches'],
    inLinks: true,
    site: 'cnhind.com',
    addresses: {
      STAGE: {
        api: 'https://stg.api.cnhind.com',
        consent: 'https://stg-identity.cnhind.com/authorize',
        token: 'https://stg-identity.cnhind.com/oauth/token',
      },
      PRODUCTION: {
        api: 'https://ag.api.cnhind.com',
        consent: 'https://identity.cnhind.com/authorize',
        token: 'https://identity.cnhind.com/oauth/token',
      },
    },
  }),
  provider('CNHIFieldOps', 11, 'cnhi-field-ops', 'CNH FieldOps', {
    credential: { members: cnh },
    appKey: cnhAppKey,
    grant: cnhGrant('https://stg.api-data.cnh.com/', 'https://api-data.cnh.com/'),
    ports: [],
    delivers: ['growers', 'farms', 'fields', 'files', 'operations'],
    changes: 'pushed',
    accepts: [],
    inLinks: true,
    site: 'cnh.com',
    addresses: {
      STAGE: {
        api: 'https://stg.api-data.cnh.com/v1',
        consent: 'https://stg-identity.cnhind.com/authorize',
        token: 'https://stg-identity.cnhind.com/oauth/token',
      },
      PRODUCTION: {
        api: 'https://api-data.cnh.com/v1',
        consent: 'https://identity.cnhind.com/authorize',
        token: 'https://identity.cnhind.com/oauth/token',
      },
    },
  }),
  provider('Stara', 16, 'stara', 'Stara', {
    credential: { members: { apiKey: secret, accessToken: secret, accessTokenClient: secret, refreshToken: secret } },
    appKey: {
      hasEnvironment: false,
      members: { user: text, pwd: secret, accessTokenClient: { ...secret, required: false } },
    },
    oauth: { slot: 5, slug: 'stara' },
    ports: [],
    delivers: ['fields', 'files', 'operations', 'machines'],
    changes: 'polled',
    accepts: ['machineFiles'],
    inLinks: true,
    form: { accessTokenClient: secret },
    site: 'stara.com.br',
    addresses: sameAddresses({
      api: 'https://v2apitelemetria.telemetriastara.com.br',
      token: 'https://v2apitelemetria.telemetriastara.com.br/token',
      signIn: 'https://v2apitelemetria.telemetriastara.com.br/autenticacao',
    }),
  }),
  provider('CLAAS', 22, 'claas', 'CLAAS', {
    credential: {
      members: { clientKey: text, clientSecret: secret, refreshToken: secret, clientEnvironment: environment },
    },
    ports: [],
    delivers: ['files', 'operations'],
    changes: 'polled',
    accepts: [],
    inLinks: false,
    addresses: sameAddresses({}),
  }),
] as const;
