import { createHmac, timingSafeEqual } from 'node:crypto';
import { header, type SandboxRequest } from '../server/exchange.ts';
import type { AccessKey, SlingshotWorld } from './world.ts';

const lifetimeSeconds = 120;

/** The customer that a signed call is for, or which check has failed. */
export function signedBy(
  request: SandboxRequest,
  { apiKeys, accessKeys }: Pick<SlingshotWorld, 'apiKeys' | 'accessKeys'>,
  now: number,
): AccessKey | string {
  const given = (name: string) => header(request, `x-ss-${name}`) ?? '';
  const [apiKey, accessKey, timestamp] = [given('apikey'), given('accesskey'), given('timestamp')];
  const integrator = apiKeys.get(apiKey);
  if (!integrator) return 'Invalid API Key';
  const lines = [
    request.method,
    new URL(request.base).host.toLowerCase(),
    request.path.toLowerCase(),
    ...[timestamp, apiKey, accessKey],
  ];
  const expected = createHmac('sha1', Buffer.from(integrator.sharedSecret, 'base64'))
    .update(lines.map((line) => `${line}\r\n`).join(''))
    .digest();
  const signature = Buffer.from(given('signature'), 'base64');
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return 'Invalid Signature';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > lifetimeSeconds)
    return 'Request Expired';
  const customer = accessKeys.get(accessKey);
  const isGood = customer?.isActive && Date.parse(customer.expirationDateTime) > now;
  return customer && isGood ? customer : 'Invalid Access Key';
}
