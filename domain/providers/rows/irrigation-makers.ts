import { codeGrant, environment, provider, sameAddresses, secret, text, withheld } from '../provider.ts';

/** Platforms of manufacturers of pivots. */
export const irrigationMakers = [
  provider('Lindsay', 20, 'lindsay', 'Lindsay', {
    credential: {
      members: { clientId: text, clientSecret: secret, refreshToken: secret, clientEnvironment: environment },
      obtained: { accessToken: secret },
      reportsScopes: true,
    },
    appKey: { hasEnvironment: false, members: { clientId: text, clientSecret: secret } },
    oauth: { slot: 7, slug: 'lindsay' },
    grant: codeGrant({ scope: 'api offline_access' }, { clientProof: 'form', proofKey: true, refreshDays: 365 }),
    ports: ['irrigation'],
    delivers: ['irrigation'],
    changes: 'polled',
    accepts: ['irrigation'],
    inLinks: true,
    site: 'myfieldnet.com',
    addresses: sameAddresses({
      api: 'https://v2.api.myfieldnet.com',
      consent: 'https://v2.api.myfieldnet.com/connect/authorize',
      token: 'https://v2.api.myfieldnet.com/connect/token',
    }),
  }),
  provider('Valley', 21, 'valley', 'Valley', {
    credential: {
      members: { apid: text, initializationVector: secret, key: secret, username: text, password: withheld },
    },
    ports: [],
    delivers: ['irrigation'],
    changes: 'polled',
    accepts: ['irrigation'],
    inLinks: false,
    addresses: sameAddresses({}),
  }),
] as const;
