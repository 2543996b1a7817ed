import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription } from 'aws-cdk-lib/aws-sns';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Puts what a topic of another account tells into a queue, each message as it was published. The topic may be in another region. */
export function followTopic(scope: Construct, id: string, topicArn: string, queue: sqs.Queue): void {
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
  });
  subscription.overrideLogicalId(id);
}
