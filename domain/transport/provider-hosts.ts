import type { Addresses } from '../providers/provider.ts';

/** The hosts of a provider: tokens and keys go to these alone. */
export interface ProviderHosts {
  /** Name of the provider in messages. */
  name: string;
  /** Origins such as `https://api.deere.com`. */
  origins: ReadonlySet<string>;
  /** For servers without accounts that the operator chose, which may be asked without TLS. */
  isOperators?: true;
}

/**
 * The origins of all addresses in a provider's row, or that the operator configured in place of them. Addresses without TLS count only where they are on this
 * machine.
 *
 * @example hostsOf('John Deere', addressesOf('JohnDeere', 'PRODUCTION', given))
 */
export function hostsOf(name: string, { api, token, signIn, discovery, others = [] }: Addresses): ProviderHosts {
  const urls = [api, token, signIn, discovery, ...others].flatMap((address) =>
    address !== undefined && URL.canParse(address) ? [new URL(address)] : [],
  );
  return { name, origins: new Set(urls.filter(isSafe).map(({ origin }) => origin)) };
}

/** Whether a request to this address may carry the authorization of an account. */
export function isOwnHost({ origins, isOperators }: ProviderHosts, url: URL): boolean {
  const isClean = url.username === '' && url.password === '';
  return isClean && origins.has(url.origin) && (isSafe(url) || isOperators === true);
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether what is sent cannot be read on the way: https, or a server on this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
}
