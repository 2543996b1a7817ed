import type { Template } from '../template.ts';
import { textsIn } from './plain-text.ts';
import type { Released } from './released.ts';

/** How the resources of a type are addressed by other stacks: the service and the end of the ARN. */
const addressOf: Readonly<Record<string, (name: string) => string>> = {
  'AWS::DynamoDB::GlobalTable': (name) => `dynamodb:table/${name}`,
  'AWS::IAM::Role': (name) => `iam:role/${name}`,
  'AWS::Lambda::Function': (name) => `lambda:function:${name}`,
  'AWS::S3::Bucket': (name) => `s3:${name}`,
  'AWS::SNS::Topic': (name) => `sns:${name}`,
  'AWS::SQS::Queue': (name) => `sqs:${name}`,
  'AWS::SSM::Parameter': (name) => `ssm:${name}`,
};

/** The addresses at which others find a resource, and the indexes of a table. */
export function addressesOf({ type, name, indexes = {} }: Released): string[] {
  const address = name && addressOf[type]?.(name);
  return address ? [address, ...Object.keys(indexes).map((index) => `${address}/index/${index}`)] : [];
}

/**
 * The addresses that the resources of a template name, each as its service and the end of its ARN. Roles name all that their functions use, so that
 * a missing address is a function that fails.
 *
 * @param template with its references as text.
 */
export function addressesIn({ Resources, Parameters = {} }: Template): string[] {
  const arns = textsIn(Resources).flatMap((text) => {
    const [, service = '', end = ''] = anArn.exec(text) ?? [];
    const resource = service === 's3' ? (end.split('/')[0] ?? '') : end;
    return services.has(service) && isOurs(resource) ? [`${service}:${resource}`] : [];
  });
  const stored = Object.values(Parameters).flatMap(({ Type, Default }) =>
    Type.startsWith('AWS::SSM::') && String(Default).startsWith('/furrow/') ? [`ssm:${Default}`] : [],
  );
  return [...new Set([...arns, ...stored])].sort();
}

const anArn = /^arn:<AWS::Partition>:([a-z0-9-]+):(?:<AWS::Region>)?:(?:<AWS::AccountId>)?:(.+)$/;
const services = new Set(Object.values(addressOf).map((address) => address('').split(':')[0]));

/** A pattern names nothing in particular. */
const isOurs = (resource: string) => resource.includes('furrow-') && !resource.includes('*');
