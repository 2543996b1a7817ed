import { createHmac } from 'node:crypto';
import type { Authorize } from '../transport/transport.ts';

/** Members of a credential of Raven Slingshot. The shared secret is in base 64. */
export type SlingshotMembers = Partial<Record<'apiKey' | 'accessKey' | 'sharedSecret', string>>;

/**
 * Signs requests as Raven Slingshot wants it: HMAC-SHA1 over six lines, which end with CR LF. A signature is good for 120 s, so that each request gets its own; after a 401 there is no better one.
 */
export function slingshotSignature(
  { apiKey = '', accessKey = '', sharedSecret = '' }: SlingshotMembers,
  clock: { now(): number },
): Authorize {
  const secret = Buffer.from(sharedSecret, 'base64');
  return async ({ method, url }, rejected) => {
    if (rejected) return { kind: 'authorized', headers: rejected };
    const timestamp = String(Math.floor(clock.now() / 1_000));
    const lines = [method, url.host.toLowerCase(), url.pathname.toLowerCase(), timestamp, apiKey, accessKey];
    const signed = lines.map((line) => `${line}\r\n`).join('');
    return {
      kind: 'authorized',
      headers: {
        'x-ss-apikey': apiKey,
        'x-ss-accesskey': accessKey,
        'x-ss-timestamp': timestamp,
        'x-ss-signature': createHmac('sha1', secret).update(signed).digest('base64'),
      },
    };
  };
}
