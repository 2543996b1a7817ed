import type { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type FunctionOptions, furrowFunction } from './function.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';

/**
 * A worker that runs again and again. A run that failed is not repeated, and one that could not begin before the next is dropped: the next one does
 * its work. Lambda would otherwise run a failed one twice more, and wait for six hours.
 */
export function scheduledWorker(scope: Construct, every: Duration, options: FunctionOptions): lambda.Function {
  const made = furrowFunction(scope, options);
  const id = pascalCase(options.bundle.name);
  const rule = new events.CfnRule(made, `${id}Schedule`, {
    description: `Runs ${options.bundle.name} every ${every.toHumanString()}`,
    scheduleExpression: events.Schedule.rate(every).expressionString,
    targets: [{ id: options.bundle.name, arn: made.functionArn, retryPolicy: { maximumRetryAttempts: 0 } }],
  });
  withLogicalId(rule, `${id}Schedule`);
  const retries = new lambda.CfnEventInvokeConfig(made, `${id}Retries`, {
    functionName: made.functionName,
    qualifier: '$LATEST',
    maximumRetryAttempts: 0,
    maximumEventAgeInSeconds: Math.max(60, every.toSeconds()),
  });
  withLogicalId(retries, `${id}Retries`);
  const permission = new lambda.CfnPermission(made, `${id}Permission`, {
    action: 'lambda:InvokeFunction',
    functionName: made.functionArn,
    principal: 'events.amazonaws.com',
    sourceArn: rule.attrArn,
  });
  withLogicalId(permission, `${id}Permission`);
  return made;
}
