import type { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type FunctionOptions, furrowFunction } from './function.ts';
import { pascalCase, withLogicalId } from './logical-id.ts';

/** A worker that runs again and again. A run that failed is not repeated: the next one does its work. */
export function scheduledWorker(scope: Construct, every: Duration, options: FunctionOptions): lambda.Function {
  const made = furrowFunction(scope, options);
  const id = pascalCase(options.bundle.name);
  const rule = new events.CfnRule(made, `${id}Schedule`, {
    description: `Runs ${options.bundle.name} every ${every.toHumanString()}`,
    scheduleExpression: events.Schedule.rate(every).expressionString,
    targets: [{ id: options.bundle.name, arn: made.functionArn, retryPolicy: { maximumRetryAttempts: 0 } }],
  });
  withLogicalId(rule, `${id}Schedule`);
  const permission = new lambda.CfnPermission(made, `${id}Permission`, {
    action: 'lambda:InvokeFunction',
    functionName: made.functionArn,
    principal: 'events.amazonaws.com',
    sourceArn: rule.attrArn,
  });
  withLogicalId(permission, `${id}Permission`);
  return made;
}
