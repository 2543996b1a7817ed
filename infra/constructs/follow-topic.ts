import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription } from 'aws-cdk-lib/aws-sns';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/**
 * Subscribes a queue to a topic of another account, which may be in another region. Messages arrive as they were published.
 *
 * @param filterPolicy the accepted values of each message attribute; messages without the attribute are not delivered.
 */
export function followTopic(
  scope: Construct,
  id: string,
  {
    topicArn,
    filterPolicy,
    queue,
  }: { topicArn: string; filterPolicy: Record<string, readonly string[]>; queue: sqs.Queue },
): void {
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('sns.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': topicArn } },
    }),
  );
  const [, , , region = ''] = topicArn.split(':');
  const subscription = new CfnSubscription(scope, id, {
    topicArn,
    region,
    protocol: 'sqs',
    endpoint: queue.queueArn,
    rawMessageDelivery: true,
    filterPolicy,
  });
  subscription.overrideLogicalId(id);
}
