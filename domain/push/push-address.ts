import { isSafe } from '../transport/provider-hosts.ts';

/** The path of the endpoint that providers notify, before the token of a subscription. */
export const pushPaths = { JohnDeere: '/services/push/api/john-deere' } as const;

/** Providers that notify of changes, over a route of their own. */
export type PushingProvider = keyof typeof pushPaths;

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
