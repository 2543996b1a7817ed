import { type Exchanging, exchanging, providerOf } from '../providers/providers.ts';
import { isSafe } from '../transport/provider-hosts.ts';

/** Providers that notify of changes, over a route of their own. */
export type PushingProvider = Exchanging<'push'>;

/** The path of the endpoint that each of them notifies, before the token of a subscription. */
export const pushPaths = Object.fromEntries(
  exchanging('push').map((key) => [key, `/services/push/api/${providerOf(key).oauth?.slug}`]),
) as Readonly<Record<PushingProvider, string>>;

/** The provider that notifies a path below the base of notifications. */
export function pushingAt(slug: string): PushingProvider {
  const found = Object.entries(pushPaths).find(([, path]) => path.endsWith(`/${slug}`));
  return found?.[0] as PushingProvider;
}

/**
 * The URL that a provider notifies, without the token at its end. Undefined where the operator has given no public address, or one that is not https: subscriptions are not created
 * then, and changes are found by rounds alone. An address of this machine may be http.
 *
 * @example pushUrl('JohnDeere', 'https://api.example.com') // 'https://api.example.com/services/push/api/john-deere/'
 */
export function pushUrl(provider: PushingProvider, publicAddress: string): string | undefined {
  if (!URL.canParse(publicAddress) || !isSafe(new URL(publicAddress))) return undefined;
  const base = publicAddress.endsWith('/') ? publicAddress.slice(0, -1) : publicAddress;
  return `${base}${pushPaths[provider]}/`;
}
