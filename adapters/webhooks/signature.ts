import { createHmac } from 'node:crypto';
import type { StoredWebhook } from '../../domain/alerts/webhook.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Sealer } from '../../domain/secrets.ts';

const encodedPrefix = 'whsec_';

/** The key in a secret: the bytes after `whsec_`, in base64, else the text in UTF-8. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(encodedPrefix)
    ? Buffer.from(secret.slice(encodedPrefix.length), 'base64')
    : Buffer.from(secret, 'utf8');
}

const hmac = (secret: string, text: string) => createHmac('sha256', keyOf(secret)).update(text).digest('base64');

/**
 * The signature headers of a body: those of Standard Webhooks (https://www.standardwebhooks.com), which accept several
 * signatures, and `X-Svc-Signature`, the HMAC of the body alone.
 *
 * @param secrets the current one first, followed by the former one while it is still used.
 * @param at milliseconds since 1970.
 */
export function signatureHeaders(
  id: string,
  body: string,
  secrets: readonly [current: string, former?: string],
  at: number,
): Record<string, string> {
  const seconds = Math.floor(at / 1000);
  const [current, former] = secrets;
  const signed = [current, ...(former === undefined ? [] : [former])];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signed.map((secret) => `v1,${hmac(secret, `${id}.${seconds}.${body}`)}`).join(' '),
    'X-Svc-Signature': hmac(current, body),
    ...(former !== undefined && { 'X-Svc-Signature-Former': hmac(former, body) }),
  };
}

/** Binds a webhook's secret to its owner and webhook. */
export function secretScope(ownerId: string, webhookId: string) {
  return { ownerId, member: `webhook#${webhookId}` };
}

/** Signs calls of webhooks with the current secret and, for a day after a change, with the former one too. */
export function webhookSigner(sealer: Sealer, clock: Clock) {
  return async (ownerId: string, { webhook, secrets }: StoredWebhook, id: string, body: string) => {
    const scope = secretScope(ownerId, webhook.id);
    const now = clock.now();
    const current = await sealer.open(scope, secrets.current);
    const { former } = secrets;
    const signs = former !== undefined && former.untilMilliseconds > now;
    return signatureHeaders(id, body, signs ? [current, await sealer.open(scope, former.sealed)] : [current], now);
  };
}
