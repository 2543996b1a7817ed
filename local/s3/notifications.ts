import { randomBytes } from 'node:crypto';
import { region } from '../credentials.ts';
import type { BucketDefinition, BucketNotification, NotificationRule } from './configuration.ts';
import type { ObjectRecord } from './files/object-record.ts';

export type EventName =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload'
  | 'ObjectRemoved:Delete'
  | 'ObjectRemoved:DeleteMarkerCreated'
  | 'LifecycleExpiration:Delete'
  | 'LifecycleExpiration:DeleteMarkerCreated';

export interface BucketEvent {
  event: EventName;
  requestId: string;
  /** Hexadecimal number that grows with every change of the bucket. */
  sequence: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** The record of the changed or removed object. */
  record: ObjectRecord;
}

/** One message for every rule of the bucket that matches the event. */
export function notificationsFor(bucket: BucketDefinition, event: BucketEvent): BucketNotification[] {
  return (bucket.notifications ?? [])
    .filter((rule) => asksFor(rule, event))
    .map((rule) => ({
      queueArn: rule.queueArn,
      body: JSON.stringify({ Records: [eventRecord(bucket, rule, event)] }),
    }));
}

/** The messages with which S3 tests queues when notifications are configured, one for each new queue. */
export function testEvents(bucket: BucketDefinition, before: NotificationRule[], now: number): BucketNotification[] {
  const known = new Set(before.map((rule) => rule.queueArn));
  const added = new Set((bucket.notifications ?? []).map((rule) => rule.queueArn).filter((arn) => !known.has(arn)));
  return [...added].map((queueArn) => ({
    queueArn,
    body: JSON.stringify({
      Service: 'Amazon S3',
      Event: 's3:TestEvent',
      Time: new Date(now).toISOString(),
      Bucket: bucket.name,
      RequestId: randomBytes(8).toString('hex').toUpperCase(),
      HostId: randomBytes(24).toString('base64'),
    }),
  }));
}

function asksFor(rule: NotificationRule, { event, record }: BucketEvent): boolean {
  const named = rule.events.some((pattern) => {
    const name = pattern.replace(/^s3:/, '');
    return name.endsWith('*') ? event.startsWith(name.slice(0, -1)) : event === name;
  });
  return named && record.key.startsWith(rule.prefix ?? '') && record.key.endsWith(rule.suffix ?? '');
}

/** The record of an event in a message. Removals have neither size nor ETag. Source: "Event message structure", S3 user guide. */
function eventRecord(bucket: BucketDefinition, rule: NotificationRule, event: BucketEvent) {
  const { record } = event;
  const isRemoval = !event.event.startsWith('ObjectCreated:');
  return {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: new Date(event.now).toISOString(),
    eventName: event.event,
    userIdentity: { principalId: 'AWS:FURROWLOCAL' },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: { 'x-amz-request-id': event.requestId, 'x-amz-id-2': event.requestId },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: rule.id ?? `${bucket.name}-notification`,
      bucket: {
        name: bucket.name,
        ownerIdentity: { principalId: 'FURROWLOCAL' },
        arn: `arn:aws:s3:::${bucket.name}`,
      },
      object: {
        key: encodeKey(record.key),
        ...(!isRemoval && { size: record.size, eTag: record.etag }),
        ...(record.versionId !== undefined && { versionId: record.versionId }),
        sequencer: event.sequence.toUpperCase(),
      },
    },
  };
}

/** Encodes a key like a form, except for slashes: a space becomes `+`. Receivers have to decode it. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/[!'()~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
    .replaceAll('%20', '+');
}
