import { CfnParameter, type Stack } from 'aws-cdk-lib';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import type { Environment } from '../context/environment.ts';
import { withLogicalId } from './logical-id.ts';

/** Values that AWS makes up, each with the logical id that it has in the stacks that read it. */
const values = {
  SecretsKeyArn: { path: 'secrets-key-arn', means: 'the key that seals secrets' },
  ApiId: { path: 'api-id', means: 'the HTTP API' },
} as const;

export type PublishedValue = keyof typeof values;

const pathOf = (environment: Environment, name: PublishedValue) => `/furrow/${environment.name}/${values[name].path}`;

/** Writes a value into the parameter store, where the stacks behind this one find it. In contrast to an export, it may change and go. */
export function publish(stack: Stack, environment: Environment, name: PublishedValue, value: string): void {
  const id = `${name}Parameter`;
  const parameter = new ssm.CfnParameter(stack, id, {
    type: 'String',
    name: pathOf(environment, name),
    description: `Furrow ${environment.name}: ${values[name].means}`,
    value,
  });
  withLogicalId(parameter, id);
}

/**
 * A value that another stack has published. It is read when the stack is deployed, so that stack has to be there before.
 *
 * @example const apiId = published(stack, environment, 'ApiId');
 */
export function published(stack: Stack, environment: Environment, name: PublishedValue): string {
  const known = stack.node.tryFindChild(name);
  const parameter =
    known instanceof CfnParameter
      ? known
      : new CfnParameter(stack, name, {
          type: 'AWS::SSM::Parameter::Value<String>',
          default: pathOf(environment, name),
          description: `From the parameter store: ${values[name].means}`,
        });
  return parameter.valueAsString;
}
