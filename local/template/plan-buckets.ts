import * as z from 'zod';
import { bucketArn } from './arns.ts';
import { declared, flag, wholeNumber } from './declared.ts';
import {
  type BucketNotificationRule,
  bucketNotificationsSchema,
  bucketRules,
  customNotificationsSchema,
  customRules,
} from './plan-bucket-notifications.ts';
import type { Resolver } from './resolver.ts';

export interface BucketPlan {
  name: string;
  arn: string;
  cors: BucketCorsRule[];
  lifecycle: BucketLifecycleRule[];
  notifications: BucketNotificationRule[];
  /** Whether replaced and deleted versions are kept. */
  versioned: boolean;
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
  /** Objects expire after this number of days. */
  expirationDays?: number;
  /** Incomplete multipart uploads are removed after this number of days. */
  abortMultipartDays?: number;
  /** Versions are removed this number of days after they were replaced or deleted. */
  noncurrentDays?: number;
  /** Delete markers are removed once no other version of their key is left. */
  expiredObjectDeleteMarker?: boolean;
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
          NoncurrentVersionExpiration: z.object({ NoncurrentDays: wholeNumber }).optional(),
          ExpiredObjectDeleteMarker: flag.optional(),
          AbortIncompleteMultipartUpload: z.object({ DaysAfterInitiation: wholeNumber }).optional(),
        }),
      ),
    })
    .optional(),
  VersioningConfiguration: z.object({ Status: z.literal('Enabled') }).optional(),
  NotificationConfiguration: bucketNotificationsSchema.optional(),
});

export function planBuckets(resolver: Resolver): BucketPlan[] {
  const notified = declared(resolver, 'Custom::S3BucketNotifications').map(({ read }) =>
    read(customNotificationsSchema),
  );
  return declared(resolver, 'AWS::S3::Bucket').map(({ name, read }) => {
    const bucket = read(bucketSchema);
    return {
      name,
      arn: bucketArn(name),
      versioned: bucket.VersioningConfiguration !== undefined,
      cors: (bucket.CorsConfiguration?.CorsRules ?? []).map(({ MaxAge, ...rule }) => ({
        allowedOrigins: rule.AllowedOrigins,
        allowedMethods: rule.AllowedMethods,
        allowedHeaders: rule.AllowedHeaders,
        exposedHeaders: rule.ExposedHeaders,
        ...(MaxAge !== undefined && { maxAgeSeconds: MaxAge }),
      })),
      lifecycle: lifecycle(bucket.LifecycleConfiguration?.Rules ?? []),
      notifications: [
        ...(bucket.NotificationConfiguration ? bucketRules(bucket.NotificationConfiguration) : []),
        ...notified.filter(({ BucketName }) => BucketName === name).flatMap(customRules),
      ],
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
      ...(rule.NoncurrentVersionExpiration && { noncurrentDays: rule.NoncurrentVersionExpiration.NoncurrentDays }),
      ...(rule.ExpiredObjectDeleteMarker && { expiredObjectDeleteMarker: true }),
    }));
}
