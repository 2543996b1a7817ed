import { accountId, region } from '../credentials.ts';

/**
 * ARN of a resource in the region and account of the embedded cloud.
 *
 * @example arn('glue', 'catalog') // 'arn:aws:glue:us-east-1:000000000000:catalog'
 */
export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${region}:${accountId}:${resource}`;
}

export const queueArn = (name: string): string => arn('sqs', name);
export const functionArn = (name: string): string => arn('lambda', `function:${name}`);
export const tableArn = (name: string): string => arn('dynamodb', `table/${name}`);
export const keyArn = (keyId: string): string => arn('kms', `key/${keyId}`);
export const roleArn = (name: string): string => `arn:aws:iam::${accountId}:role/${name}`;
export const policyArn = (name: string): string => `arn:aws:iam::${accountId}:policy/${name}`;
export const bucketArn = (name: string): string => `arn:aws:s3:::${name}`;

/** In AWS the label of a stream is its time of creation. Here it never changes, so that stored positions stay valid. */
export const streamArn = (tableName: string): string => `${tableArn(tableName)}/stream/2024-01-01T00:00:00.000`;

export const queueUrl = (sqsEndpoint: string, name: string): string => `${sqsEndpoint}/${accountId}/${name}`;

/**
 * The function's name in an ARN of the function itself, of a version or alias of it, or in API Gateway's invocation ARN.
 *
 * @example functionNameOf('arn:aws:lambda:eu-central-1:000000000000:function:tokens:live') // 'tokens'
 */
export function functionNameOf(text: string): string | undefined {
  for (const segment of text.split('/')) {
    const words = segment.split(':');
    const at = words[0] === 'arn' ? 5 : 0;
    if (words[at] === 'function' && words[at + 1]) return words[at + 1];
  }
  return undefined;
}

export const queueNameOf = (text: string): string | undefined => /^arn:[^:]*:sqs:[^:]*:[^:]*:(.+)$/.exec(text)?.[1];

export const streamTableOf = (text: string): string | undefined =>
  /^arn:[^:]*:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//.exec(text)?.[1];
