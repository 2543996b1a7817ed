import type { Plugin } from 'esbuild';

/** Parameters from which a client of the SDK finds its endpoint; `Bucket` and `ForcePathStyle` are S3's. */
export interface EndpointParameters {
  Region?: string;
  Endpoint?: string;
  Bucket?: string;
  ForcePathStyle?: boolean;
  UseFIPS?: boolean;
  UseDualStack?: boolean;
}

/**
 * Resolves the endpoint of a request. It replaces the SDK's rule tables in each bundle, which cover access points, Outposts, Express
 * buckets and a dozen other cases that Furrow never uses: a fifth of a client's code. It must not use anything outside itself.
 */
export function resolveEndpoint(service: string, given: EndpointParameters) {
  const { Region = '', Endpoint, Bucket, ForcePathStyle, UseFIPS, UseDualStack } = given;
  if (UseFIPS || UseDualStack) {
    throw new Error(
      'FIPS and dual-stack endpoints are left out of Furrow’s bundles: see infra/bundling/slim/endpoints.ts',
    );
  }
  const suffix = Region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = new URL(Endpoint ?? `https://${service}.${Region}.${suffix}`);
  if (service !== 's3') return { url, headers: {}, properties: {} };
  const hostCannot = /^[\d.]+$|^\[/.test(url.hostname) || !/^[a-z\d-]{3,63}$/.test(Bucket ?? '');
  if (Bucket && (ForcePathStyle || hostCannot)) url.pathname = `${url.pathname.replace(/\/$/, '')}/${Bucket}`;
  else if (Bucket) url.hostname = `${Bucket}.${url.hostname}`;
  const scheme = { name: 'sigv4', signingName: 's3', signingRegion: Region, disableDoubleEncoding: true };
  return { url, headers: {}, properties: { authSchemes: [scheme] } };
}

/** Puts `resolveEndpoint` in the place of each client's own. */
export const slimEndpoints: Plugin = {
  name: 'slim-endpoints',
  setup(build) {
    build.onLoad(
      { filter: /client-(s3|dynamodb|sqs|kms|athena|sts)[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/ },
      ({ path }) => {
        const service = /client-(\w+)/.exec(path)?.[1];
        const contents = `${resolveEndpoint}
        export const defaultEndpointResolver = (given) => resolveEndpoint('${service}', given);`;
        return { contents, loader: 'js' };
      },
    );
  },
};
