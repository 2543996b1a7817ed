import * as z from 'zod';
import { bucketArn } from './arns.ts';
import { declared, notRun, wholeNumber } from './declared.ts';
import type { Resolver } from './resolver.ts';

export interface BucketPlan {
  name: string;
  arn: string;
  cors: BucketCorsRule[];
  lifecycle: BucketLifecycleRule[];
  notifications: BucketNotificationRule[];
}

export interface BucketCorsRule {
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders: string[];
  exposedHeaders: string[];
  maxAgeSeconds?: number;
}

export interface BucketLifecycleRule {
  prefix: string;
  /** Whole objects go after so many days. */
  expirationDays?: number;
  /** Multipart uploads that nobody completed go after so many days. */
  abortMultipartDays?: number;
}

/** S3 tells a queue about objects whose key has the prefix and the suffix. */
export interface BucketNotificationRule {
  /** Such as `s3:ObjectCreated:*`. */
  events: string[];
  prefix?: string;
  suffix?: string;
  queueArn: string;
}

const bucketSchema = z.object({
  CorsConfiguration: z
    .object({
      CorsRules: z.array(
        z.object({
          AllowedOrigins: z.array(z.string()),
          AllowedMethods: z.array(z.string()),
          AllowedHeaders: z.array(z.string()).default([]),
          ExposedHeaders: z.array(z.string()).default([]),
          MaxAge: wholeNumber.optional(),
        }),
      ),
    })
    .optional(),
  LifecycleConfiguration: z
    .object({
      Rules: z.array(
        z.object({
          Status: z.string(),
          Prefix: z.string().default(''),
          ExpirationInDays: wholeNumber.optional(),
          AbortIncompleteMultipartUpload: z.object({ DaysAfterInitiation: wholeNumber }).optional(),
        }),
      ),
    })
    .optional(),
  NotificationConfiguration: notRun('notifications outside of Custom::S3BucketNotifications are'),
});

const onlyQueues = notRun('notifications to anything but queues are');
const notificationsSchema = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.object({
    QueueConfigurations: z
      .array(
        z.object({
          Events: z.array(z.string()),
          QueueArn: z.string(),
          Filter: z
            .object({ Key: z.object({ FilterRules: z.array(z.object({ Name: z.string(), Value: z.string() })) }) })
            .optional(),
        }),
      )
      .default([]),
    TopicConfigurations: onlyQueues,
    LambdaFunctionConfigurations: onlyQueues,
    EventBridgeConfiguration: onlyQueues,
  }),
});

export function planBuckets(resolver: Resolver): BucketPlan[] {
  const notified = declared(resolver, 'Custom::S3BucketNotifications').map(({ read }) => read(notificationsSchema));
  return declared(resolver, 'AWS::S3::Bucket').map(({ name, read }) => {
    const bucket = read(bucketSchema);
    return {
      name,
      arn: bucketArn(name),
      cors: (bucket.CorsConfiguration?.CorsRules ?? []).map(({ MaxAge, ...rule }) => ({
        allowedOrigins: rule.AllowedOrigins,
        allowedMethods: rule.AllowedMethods,
        allowedHeaders: rule.AllowedHeaders,
        exposedHeaders: rule.ExposedHeaders,
        ...(MaxAge !== undefined && { maxAgeSeconds: MaxAge }),
      })),
      lifecycle: lifecycle(bucket.LifecycleConfiguration?.Rules ?? []),
      notifications: notified.filter((n) => n.BucketName === name).flatMap((n) => rules(n.NotificationConfiguration)),
    };
  });
}

type LifecycleRules = NonNullable<z.infer<typeof bucketSchema>['LifecycleConfiguration']>['Rules'];

function lifecycle(rules: LifecycleRules): BucketLifecycleRule[] {
  return rules
    .filter(({ Status }) => Status === 'Enabled')
    .map((rule) => ({
      prefix: rule.Prefix,
      ...(rule.ExpirationInDays !== undefined && { expirationDays: rule.ExpirationInDays }),
      ...(rule.AbortIncompleteMultipartUpload && {
        abortMultipartDays: rule.AbortIncompleteMultipartUpload.DaysAfterInitiation,
      }),
    }));
}

type Notifications = z.infer<typeof notificationsSchema>['NotificationConfiguration'];

function rules({ QueueConfigurations }: Notifications): BucketNotificationRule[] {
  return QueueConfigurations.map(({ Events, QueueArn, Filter }) => {
    const filter = (name: string) => Filter?.Key.FilterRules.find((rule) => rule.Name.toLowerCase() === name)?.Value;
    const prefix = filter('prefix');
    const suffix = filter('suffix');
    return { events: Events, queueArn: QueueArn, ...(prefix && { prefix }), ...(suffix && { suffix }) };
  });
}
