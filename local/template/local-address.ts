import { accountId, region } from '../credentials.ts';
import { queueUrl } from './arns.ts';
import { declared } from './declared.ts';
import type { Resolver } from './resolver.ts';

/**
 * URLs of APIs and queues stand in templates as text, around an id or a name, so that no attribute could be resolved to this machine's
 * address. Returns a function that replaces such URLs by the gateway's and by those of the queues, once they are known.
 */
export function localAddresses(resolver: Resolver): (text: string) => string {
  const { api, sqs } = resolver.endpoints;
  const addresses: [string, string][] = [];
  if (sqs) addresses.push([`https://sqs.${region}.amazonaws.com/${accountId}/`, queueUrl(sqs, '')]);
  if (api) {
    for (const { name } of declared(resolver, 'AWS::ApiGatewayV2::Api'))
      addresses.push([`https://${name}.execute-api.${region}.amazonaws.com`, api]);
  }
  return (text) => addresses.reduce((result, [inAws, here]) => result.replaceAll(inAws, here), text);
}
