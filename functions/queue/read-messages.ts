import type { S3Event } from 'aws-lambda';
import type * as z from 'zod';

/** A parsed message. `fault` names the members of a message that cannot be parsed. */
export interface ReadMessages<Sent extends object> {
  asked: Sent[];
  fault?: string;
}

/** The message for an object that was created under a key; undefined for an unknown key. */
export type Arrived<Sent extends object> = (key: string) => Sent | undefined;

/**
 * Reads the body of a message by the schema of its queue; with `arrived`, the news of a bucket as well.
 *
 * @example const { asked, fault } = readMessages(record.body, schema, arrived);
 */
export function readMessages<Sent extends object>(
  body: string,
  schema: z.ZodType<Sent>,
  arrived?: Arrived<Sent>,
): ReadMessages<Sent> {
  const json = parsed(body);
  if (json === undefined) return { asked: [], fault: 'the body is not JSON' };
  const keys = arrived && arrivedKeys(json);
  if (keys) return { asked: keys.flatMap((key) => arrived(key) ?? skipped(key)) };
  const read = schema.safeParse(json);
  if (read.success) return { asked: [read.data] };
  const faults = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the message'}: ${message}`);
  return { asked: [], fault: faults.join('; ') };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The keys of the objects that a bucket's event announces; undefined for anything else. S3 writes a test event when notifications are set up. */
function arrivedKeys(json: unknown): string[] | undefined {
  const event = json as (Partial<S3Event> & { Event?: string }) | null;
  if (event?.Event === 's3:TestEvent') return [];
  return event?.Records?.map(({ s3 }) => decodeURIComponent(s3.object.key.replaceAll('+', ' ')));
}

function skipped(key: string): never[] {
  console.warn({ key, skipped: 'the key names nothing that was asked for' });
  return [];
}
