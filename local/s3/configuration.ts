/** Origins whose pages may call from a browser. Mirrors a bucket's `CorsConfiguration` rule. */
export interface CorsRule {
  /** Exact origins, `*`, or a pattern with one `*` (`https://*.example.org`). */
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders?: string[];
  exposedHeaders?: string[];
  maxAgeSeconds?: number;
}

/** The changes of a bucket that are announced to a queue. Mirrors a `QueueConfiguration` of a bucket's notifications. */
export interface NotificationRule {
  /** Appears in the message as `configurationId`. */
  id?: string;
  /** `s3:ObjectCreated:*`, `s3:ObjectCreated:Put`, `s3:ObjectRemoved:Delete`, ... */
  events: string[];
  prefix?: string;
  suffix?: string;
  queueArn: string;
}

/** A rule by which objects expire. Mirrors a bucket's `LifecycleConfiguration` rule. */
export interface LifecycleRule {
  id?: string;
  prefix?: string;
  expirationDays?: number;
  abortIncompleteMultipartUploadDays?: number;
  /** Versions are removed this number of days after they were replaced or deleted. */
  noncurrentDays?: number;
  /** Delete markers are removed once no other version of their key is left. */
  expiredObjectDeleteMarker?: boolean;
}

/** A bucket as the template declares it. */
export interface BucketDefinition {
  name: string;
  cors?: CorsRule[];
  notifications?: NotificationRule[];
  lifecycle?: LifecycleRule[];
  /** Keeps replaced and deleted objects as versions. It cannot be turned off again. */
  versioned?: boolean;
}

/** One message for one queue. */
export interface BucketNotification {
  queueArn: string;
  /** The S3 event as JSON, as a queue in AWS receives it: the object's key is URL-encoded. */
  body: string;
}
