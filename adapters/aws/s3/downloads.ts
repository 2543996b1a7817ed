import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Clock } from '../../../domain/clock.ts';
import type { Downloads } from '../../../domain/files/downloads.ts';
import { presigner } from './presigner.ts';

/** Lifetime of a URL: long enough to start a download, too short to be useful in a log. */
const lifetimeSeconds = 5 * 60;

/**
 * Short-lived URLs of one bucket's objects.
 *
 * @example const { url, expiresAt } = await downloads(names.FILES_BUCKET, systemClock).address(key, 'points.geojson');
 */
export function downloads(Bucket: string, clock: Clock): Downloads {
  const presign = presigner(clock);
  return {
    address(Key, fileName) {
      const ResponseContentDisposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;
      return presign(new GetObjectCommand({ Bucket, Key, ResponseContentDisposition }), lifetimeSeconds);
    },
  };
}
