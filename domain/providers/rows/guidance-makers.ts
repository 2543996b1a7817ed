import { codeGrant, optional, provider, sameAddresses, secret, text } from '../provider.ts';

/** Platforms of manufacturers of displays, guidance and control. */
export const guidanceMakers = [
  provider('Trimble', 12, 'trimble', 'Trimble', {
    credential: {
      members: { clientId: text, clientSecret: secret, refreshToken: secret },
      obtained: { accessToken: secret },
      reportsScopes: true,
    },
    appKey: { hasEnvironment: false, members: { applicationName: text, clientId: text, clientSecret: secret } },
    oauth: { slot: 6, slug: 'trimble' },
    grant: codeGrant({}, { clientProof: 'basic', refreshDays: 7, ofApplication: { scope: 'applicationName' } }),
    segment: 'trimble',
    // Ag-Data-API-Examples: "max 10 characters".
    prescriptions: { needs: ['organizationId', 'rateColumn', 'rateUnit'], zip: { columnCharacters: 10 } },
    ports: ['prescriptions'],
    delivers: ['growers', 'farms', 'fields', 'files', 'operations'],
    changes: 'polled',
    accepts: ['organizations', 'machineFiles', 'batches'],
    inLinks: true,
    site: 'trimble.com',
    addresses: sameAddresses({
      api: 'https://cloud.api.trimble.com/Trimble-Ag-Software/externalApi/3.0',
      consent: 'https://id.trimble.com/oauth/authorize',
      token: 'https://id.trimble.com/oauth/token',
    }),
  }),
  provider('AgLeader', 13, 'ag-leader', 'Ag Leader', {
    credential: {
      members: { refreshToken: secret, publicKey: text, privateKey: secret, accessToken: optional(secret) },
    },
    appKey: { hasEnvironment: false, members: { privateKey: secret, publicKey: text } },
    grant: codeGrant(
      { scope: 'read readwrite fileupload' },
      { clientProof: 'basic', client: { id: 'publicKey', secret: 'privateKey' } },
    ),
    segment: 'agleader',
    prescriptions: { needs: [], zip: {} },
    ports: [],
    delivers: ['files', 'operations'],
    changes: 'polled',
    accepts: ['machineFiles', 'batches'],
    inLinks: true,
    site: 'agfiniti.com',
    addresses: sameAddresses({
      consent: 'https://www.agfiniti.com/Account/Authorize',
      token: 'https://www.agfiniti.com/api/token',
    }),
  }),
  provider('Raven', 14, 'raven', 'Raven', {
    credential: {
      members: { clientId: text, clientSecret: secret, refreshToken: secret },
      obtained: { accessToken: secret },
      reportsScopes: true,
    },
    oauth: { slot: 4, slug: 'raven' },
    grant: codeGrant({}, { clientProof: 'form', refreshDays: 15 }),
    ports: [],
    delivers: ['growers', 'farms', 'fields'],
    changes: 'polled',
    accepts: [],
    inLinks: false,
    addresses: sameAddresses({}),
  }),
  provider('RavenSlingshot', 15, 'raven-slingshot', 'Raven Slingshot', {
    credential: { members: { apiKey: secret, accessKey: secret, sharedSecret: secret } },
    appKey: { hasEnvironment: false, members: { apiKey: secret, sharedSecret: secret } },
    segment: 'ravenSlingshot',
    prescriptions: { needs: [], zip: {} },
    ports: ['prescriptions'],
    delivers: ['files'],
    changes: 'polled',
    accepts: ['machineFiles'],
    inLinks: true,
    form: { accessKey: secret },
    site: 'ravenslingshot.com',
    addresses: sameAddresses({ api: 'https://api.ravenslingshot.com' }),
  }),
  provider('Agrimatics', 23, 'agrimatics', 'Agrimatics', {
    credential: {
      members: {
        clientId: text,
        clientSecret: secret,
        accessToken: secret,
        clientEnvironment: { kind: 'environment', required: true },
      },
    },
    ports: [],
    delivers: [],
    changes: 'polled',
    accepts: [],
    inLinks: false,
    addresses: sameAddresses({}),
  }),
] as const;
