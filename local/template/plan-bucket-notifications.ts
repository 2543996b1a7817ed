import * as z from 'zod';
import { notRun } from './declared.ts';

/** A rule by which S3 notifies a queue of changes of objects whose key has the prefix and the suffix. */
export interface BucketNotificationRule {
  /** Such as `s3:ObjectCreated:*`. */
  events: string[];
  prefix?: string;
  suffix?: string;
  queueArn: string;
}

const filterRules = z.array(z.object({ Name: z.string(), Value: z.string() }));
const onlyQueues = notRun('notifications to anything but queues are');

/** A bucket's own `NotificationConfiguration`, as CloudFormation writes it. */
export const bucketNotificationsSchema = z.object({
  QueueConfigurations: z
    .array(
      z.object({
        Event: z.string(),
        Queue: z.string(),
        Filter: z.object({ S3Key: z.object({ Rules: filterRules }) }).optional(),
      }),
    )
    .default([]),
  TopicConfigurations: onlyQueues,
  LambdaConfigurations: onlyQueues,
  EventBridgeConfiguration: onlyQueues,
});

export function bucketRules({
  QueueConfigurations,
}: z.infer<typeof bucketNotificationsSchema>): BucketNotificationRule[] {
  return QueueConfigurations.map(({ Event, Queue, Filter }) => rule([Event], Queue, Filter?.S3Key.Rules));
}

/** The custom resource that CDK makes for `addEventNotification`, with the parameters of S3's API. */
export const customNotificationsSchema = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.object({
    QueueConfigurations: z
      .array(
        z.object({
          Events: z.array(z.string()),
          QueueArn: z.string(),
          Filter: z.object({ Key: z.object({ FilterRules: filterRules }) }).optional(),
        }),
      )
      .default([]),
    TopicConfigurations: onlyQueues,
    LambdaFunctionConfigurations: onlyQueues,
    EventBridgeConfiguration: onlyQueues,
  }),
});

export function customRules({
  NotificationConfiguration,
}: z.infer<typeof customNotificationsSchema>): BucketNotificationRule[] {
  return NotificationConfiguration.QueueConfigurations.map(({ Events, QueueArn, Filter }) =>
    rule(Events, QueueArn, Filter?.Key.FilterRules),
  );
}

function rule(events: string[], queueArn: string, filters: z.infer<typeof filterRules> = []): BucketNotificationRule {
  const filter = (name: string) => filters.find((one) => one.Name.toLowerCase() === name)?.Value;
  const prefix = filter('prefix');
  const suffix = filter('suffix');
  return { events, queueArn, ...(prefix && { prefix }), ...(suffix && { suffix }) };
}
