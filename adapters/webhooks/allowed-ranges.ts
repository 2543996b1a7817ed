import type { AllowedRanges } from './public-address.ts';

/** Set by the embedded cloud alone. */
const switchVariable = 'LOOPBACK_LISTENERS';

/** Lambda sets it in every function, and takes it from no template: https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html. */
const lambdaVariable = 'AWS_LAMBDA_INITIALIZATION_TYPE';

/** Where webhooks may lead: to this machine only on a laptop, never in AWS, whatever the variables of a function are set to. */
export function allowedRanges(variables: Readonly<Record<string, string | undefined>>): AllowedRanges {
  const isLambda = variables[lambdaVariable] !== undefined;
  return !isLambda && variables[switchVariable] === 'allowed' ? 'public and loopback' : 'public';
}
