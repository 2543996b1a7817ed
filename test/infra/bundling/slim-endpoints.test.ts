import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { type EndpointParameters, resolveEndpoint } from '../../../infra/bundling/slim/endpoints.ts';
import { root } from '../synthesize.ts';

type Resolve = (given: EndpointParameters) => { url: URL; properties?: { authSchemes?: object[] } };

/** The SDK's own resolver, with all its tables. */
async function ownResolver(client: string): Promise<Resolve> {
  const file = `./node_modules/@aws-sdk/${client}/dist-es/endpoint/endpointResolver.js`;
  const { outputFiles } = await build({
    stdin: { contents: `export { defaultEndpointResolver as resolve } from '${file}'`, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    platform: 'node',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return ((await import(`data:text/javascript;base64,${code}`)) as { resolve: Resolve }).resolve;
}

const regions = ['us-east-1', 'eu-central-1', 'us-gov-west-1', 'cn-north-1', 'ap-southeast-4'];
const endpoints = [undefined, 'http://127.0.0.1:4566', 'http://localhost:4566', 'https://proxy.example.com/base'];

describe.each(['dynamodb', 'sqs', 'kms', 's3'])('requests to %s', (service) => {
  test('go where the SDK would send them', async () => {
    const own = await ownResolver(`client-${service}`);
    const buckets = service === 's3' ? ['furrow-files-0123', 'Dotted.Name', undefined] : [undefined];
    for (const Region of regions) {
      for (const Endpoint of endpoints) {
        for (const Bucket of buckets) {
          for (const ForcePathStyle of Bucket ? [true, false] : [false]) {
            const given = {
              Region,
              UseFIPS: false,
              UseDualStack: false,
              ...(Endpoint && { Endpoint }),
              ...(Bucket && { Bucket }),
              ...(service === 's3' && { ForcePathStyle }),
            };
            const expected = own(given);
            const found = resolveEndpoint(service, given);
            expect(found.url.href.replace(/\/$/, ''), JSON.stringify(given)).toBe(expected.url.href.replace(/\/$/, ''));
            if (service === 's3') expect(found.properties).toEqual(expected.properties);
          }
        }
      }
    }
  });
});

test('unsupported options are refused, not ignored', () => {
  expect(() => resolveEndpoint('s3', { Region: 'us-east-1', UseFIPS: true })).toThrow(/FIPS/);
});
