import { accountId } from '../credentials.ts';
import { arn } from '../template/arns.ts';
import type { CloudPlan } from '../template/plan.ts';
import type { EventSourceMappingPlan } from '../template/plan-event-source-mappings.ts';
import type { Guard } from './guard.ts';

/**
 * Enforces the template's policies, and checks the permissions that AWS checks when it connects resources: event sources read with
 * their functions' roles, buckets send to queues, and gateways and schedules call functions, if these allow it.
 *
 * @throws Error naming the policy that cannot be enforced, or the missing permission and its resource.
 */
export function enforceAccess(plan: CloudPlan, guard: Guard): void {
  guard.enforce(plan.access);
  const missing = [
    ...missingOfFunctions(plan, guard),
    ...missingOfSources(plan, guard),
    ...missingOfCallers(plan, guard),
  ];
  if (missing.length > 0)
    throw new Error(`AWS would refuse this template:\n${missing.map((line) => `  ${line}`).join('\n')}`);
}

function missingOfFunctions({ functions }: CloudPlan, guard: Guard): string[] {
  return functions.flatMap(({ name, roleArn, logGroup = `/aws/lambda/${name}` }) => {
    const resource = arn('logs', `log-group:${logGroup}:log-stream:any`);
    return ['logs:CreateLogStream', 'logs:PutLogEvents']
      .filter((action) => !guard.roleMay(roleArn, { action, resource }))
      .map((action) => `the role of the function ${name} lacks ${action} on ${resource}`);
  });
}

function missingOfSources({ eventSourceMappings, functions }: CloudPlan, guard: Guard): string[] {
  return eventSourceMappings.flatMap((mapping) => {
    const roleArn = functions.find(({ name }) => name === mapping.functionName)?.roleArn ?? '';
    return neededBy(mapping)
      .filter(([action, resource]) => !guard.roleMay(roleArn, { action, resource }))
      .map(([action, resource]) => `the source ${mapping.name}: the function's role lacks ${action} on ${resource}`);
  });
}

/** Permissions that the execution role of an event source mapping needs. Source: Lambda developer guide. */
function neededBy(mapping: EventSourceMappingPlan): [action: string, resource: string][] {
  if (mapping.kind === 'queue') {
    const actions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
    return actions.map((name) => [`sqs:${name}`, mapping.queueArn]);
  }
  const actions = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'];
  const { onFailureQueueArn } = mapping;
  return [
    ...actions.map((name): [string, string] => [`dynamodb:${name}`, mapping.streamArn]),
    ...(onFailureQueueArn ? [['sqs:SendMessage', onFailureQueueArn] as [string, string]] : []),
  ];
}

function missingOfCallers({ apis, buckets, functions, schedules }: CloudPlan, guard: Guard): string[] {
  const from = (sourceArn: string) => (key: string) => {
    if (key === 'aws:sourcearn') return [sourceArn];
    return key === 'aws:sourceaccount' ? [accountId] : undefined;
  };
  const arnOf = (functionName: string) => functions.find(({ name }) => name === functionName)?.arn ?? '';
  const action = 'lambda:InvokeFunction';

  const called = apis.flatMap(({ id, stages, routes }) =>
    routes.flatMap(({ routeKey, functionName }) =>
      stages.map((stage) => ({
        service: 'apigateway.amazonaws.com',
        action,
        resource: arnOf(functionName),
        source: arn('execute-api', `${id}/${stage}/${routeKey.replace(' ', '')}`),
      })),
    ),
  );
  const sent = buckets.flatMap((bucket) =>
    bucket.notifications.map(({ queueArn }) => ({
      service: 's3.amazonaws.com',
      action: 'sqs:SendMessage',
      resource: queueArn,
      source: bucket.arn,
    })),
  );
  const scheduled = schedules
    .filter(({ roleArn }) => roleArn === undefined)
    .map((schedule) => ({
      service: 'events.amazonaws.com',
      action,
      resource: arnOf(schedule.functionName),
      source: schedule.arn,
    }));
  return [
    ...[...called, ...sent, ...scheduled]
      .filter(({ service, source, ...need }) => !guard.serviceMay(service, { ...need, context: from(source) }))
      .map((need) => `${need.source} may not call ${need.resource}: no policy lets ${need.service} do ${need.action}`),
    ...schedules
      .filter(
        ({ roleArn, functionName }) => roleArn && !guard.roleMay(roleArn, { action, resource: arnOf(functionName) }),
      )
      .map(({ name, functionName }) => `the role of the schedule ${name} lacks ${action} on ${arnOf(functionName)}`),
  ];
}
