import { region } from '../credentials.ts';
import { declared } from './declared.ts';
import type { Resolver } from './resolver.ts';

/**
 * CDK writes an API's URL as text around the API's id, so that no attribute could be resolved to this machine's
 * address. Returns a function that replaces such URLs by the gateway's, once that is known.
 */
export function localAddresses(resolver: Resolver): (text: string) => string {
  const { api } = resolver.endpoints;
  if (!api) return (text) => text;
  const addresses = declared(resolver, 'AWS::ApiGatewayV2::Api').map(
    ({ name }) => `https://${name}.execute-api.${region}.amazonaws.com`,
  );
  return (text) => addresses.reduce((result, address) => result.replaceAll(address, api), text);
}
