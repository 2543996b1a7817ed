import { consentMinutes } from '../../../../domain/connections/consent-attempts.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import { oneClickPath } from '../sign-in-url.ts';

const prefix = 'furrow-consent-';

/**
 * The cookie with which a browser returns its proof. `Lax`, because the page of the provider links there; not readable by scripts or paths of
 * other providers. A browser that received it by https sends it only by https.
 */
export function proofCookie(
  { name, value }: { name: string; value: string },
  provider: ProviderKey,
  { base }: Pick<RequestContext, 'base'>,
): string {
  const attributes = [`Path=${oneClickPath(provider)}/`, `Max-Age=${consentMinutes * 60}`, 'HttpOnly', 'SameSite=Lax'];
  const secure = base.startsWith('https:') ? ['Secure'] : [];
  return [`${prefix}${name}=${value}`, ...attributes, ...secure].join('; ');
}

/** The proofs that a browser sends, by name. */
export function proofsIn({ cookies }: Pick<RequestContext, 'cookies'>): Record<string, string> {
  const pairs = cookies.flatMap((cookie) => {
    const [name = '', value = ''] = cookie.split('=', 2);
    return name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [];
  });
  return Object.fromEntries(pairs);
}
