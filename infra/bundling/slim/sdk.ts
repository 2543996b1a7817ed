import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

interface Replacement {
  file: RegExp;
  contents: string;
}

/**
 * Credentials come from environment variables in Lambda, on the embedded cloud and under SAM. The other sources (profiles,
 * SSO, web identities, instance metadata) are a fifth of a small bundle; and without them, credentials
 * of a laptop's user can never replace missing ones. Clients take the provider for one that keeps what it has read, as the SDK's own does.
 */
const credentialsFromVariables = {
  file: /@aws-sdk[\\/]credential-provider-node[\\/]dist-es[\\/]index\.js$/,
  contents: `
    import { fromEnv } from '@aws-sdk/credential-provider-env';
    export const defaultProvider = (init) => {
      const read = fromEnv(init);
      let known;
      return async () => {
        if (known === undefined || credentialsTreatedAsExpired(known)) known = await read();
        return known;
      };
    };
    export const credentialsWillNeedRefresh = (credentials) => credentials?.expiration !== undefined;
    export const credentialsTreatedAsExpired = (credentials) =>
      credentials?.expiration !== undefined && credentials.expiration.getTime() - Date.now() < 300_000;
  `,
};

/** Event streams carry S3 Select and the like; none of the operations that Furrow calls has one. */
const noEventStreams = {
  file: /@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]event-streams[\\/]index\.js$/,
  contents: `
    const refuse = () => { throw new Error('Event streams are left out of Furrow\\'s bundles: see infra/bundling/slim/sdk.ts'); };
    export const eventStreamSerdeProvider = () => ({ serialize: refuse, deserialize: refuse });
    export const resolveEventStreamSerdeConfig = (input) =>
      Object.assign(input, { eventStreamMarshaller: input.eventStreamSerdeProvider(input) });
    export class EventStreamSerde { constructor() { refuse(); } }
  `,
};

/** DynamoDB's endpoint discovery is off by default and remembers a handful of addresses, for which a Map will do. */
const plainEndpointCache = {
  file: /@aws-sdk[\\/]endpoint-cache[\\/]dist-es[\\/]index\.js$/,
  contents: `
    export class EndpointCache {
      entries = new Map();
      get(key) {
        const live = (this.entries.get(key) ?? []).filter((entry) => Date.now() < entry.Expires);
        return live.length > 0 ? live : undefined;
      }
      getEndpoint(key) { return this.get(key)?.[0]?.Address; }
      set(key, endpoints) {
        const until = (minutes) => Date.now() + minutes * 60_000;
        this.entries.set(key, endpoints.map((e) => ({ Address: e.Address, Expires: until(e.CachePeriodInMinutes) })));
      }
      delete(key) { this.entries.delete(key); }
      has(key) { return this.get(key) !== undefined; }
      clear() { this.entries.clear(); }
    }
  `,
};

/** Hashes in JavaScript, for where there is no crypto; Node has it. */
const noHandMadeHashes = ['Sha1Js', 'Sha256Js'].map((name) => ({
  file: new RegExp(`[\\\\/]${name}\\.js$`),
  contents: `export class ${name} { constructor() { throw new Error('Node has no crypto'); } }`,
}));

const replacements: Replacement[] = [credentialsFromVariables, noEventStreams, plainEndpointCache, ...noHandMadeHashes];

/** Leaves out of the AWS SDK what a function cannot need: code that is not there loads in no time. */
export const slimSdk: Plugin = {
  name: 'slim-sdk',
  setup(build) {
    for (const { file, contents } of replacements) {
      build.onLoad({ filter: file }, ({ path }) => ({
        contents,
        loader: 'js',
        resolveDir: path.replace(/[\\/][^\\/]+$/, ''),
      }));
    }
    // A client wants its version, and would take its whole package.json along.
    build.onLoad({ filter: /@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { name, version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ name, version }), loader: 'json' };
    });
  },
};
