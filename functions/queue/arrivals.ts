import type { S3Event } from 'aws-lambda';

/** The keys of the objects that a bucket's event announces. S3 writes a test event when notifications are set up. */
export function arrivedKeys(body: string): string[] {
  const event = JSON.parse(body) as Partial<S3Event> & { Event?: string };
  if (event.Event === 's3:TestEvent') return [];
  return (event.Records ?? []).map(({ s3 }) => decodeURIComponent(s3.object.key.replaceAll('+', ' ')));
}
