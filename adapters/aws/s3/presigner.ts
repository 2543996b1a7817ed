import { type GetObjectCommand, S3Client, type UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '../../../domain/clock.ts';

type Command = GetObjectCommand | UploadPartCommand;
type AnyCommand = Parameters<typeof getSignedUrl>[1];

/**
 * Signs requests for clients to send. With the SDK's default settings, the URL would contain the checksum of an empty
 * body, and S3 would reject every other body.
 *
 * @example const { url } = await presigner(clock)(new GetObjectCommand({ Bucket, Key }), 300);
 */
export function presigner(
  clock: Clock,
): (command: Command, lifetimeSeconds: number) => Promise<{ url: string; expiresAt: number }> {
  const client = new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return async (command, expiresIn) => ({
    url: await getSignedUrl(client, command as AnyCommand, { expiresIn }),
    expiresAt: clock.now() + expiresIn * 1000,
  });
}
