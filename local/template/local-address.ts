import { region } from '../credentials.ts';
import { declared } from './declared.ts';
import type { Resolver } from './resolver.ts';

/**
 * CDK writes an API's URL as text around the API's id, which is no attribute that could be answered with this machine's
 * address. Gives a function that puts the gateway's address in its place, once that is known.
 */
export function localAddresses(resolver: Resolver): (text: string) => string {
  const { api } = resolver.endpoints;
  if (!api) return (text) => text;
  const addresses = declared(resolver, 'AWS::ApiGatewayV2::Api').map(
    ({ name }) => `https://${name}.execute-api.${region}.amazonaws.com`,
  );
  return (text) => addresses.reduce((result, address) => result.replaceAll(address, api), text);
}
