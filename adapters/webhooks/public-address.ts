import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** An address to connect to. */
export interface Address {
  address: string;
  family: 4 | 6;
}

/** Thrown for hosts that must not be connected to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** The networks that may be called. `loopback` is for a machine on which listener and service are both developed. */
export type AllowedRanges = 'public' | 'public and loopback';

/** Only the embedded cloud sets it. */
const switchVariable = 'LOOPBACK_LISTENERS';

/**
 * Lambda sets it in every function, and templates cannot set it:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html.
 */
const lambdaVariable = 'AWS_LAMBDA_INITIALIZATION_TYPE';

/**
 * The networks that webhooks may call: loopback only on a laptop, never in AWS, whatever the variables of a function
 * are set to.
 */
export function allowedRanges(variables: Readonly<Record<string, string | undefined>>): AllowedRanges {
  const isLambda = variables[lambdaVariable] !== undefined;
  return !isLambda && variables[switchVariable] === 'allowed' ? 'public and loopback' : 'public';
}

/**
 * All allocated global addresses of IPv6 (RFC 4291): outside of it are forms of IPv4 that the table of ranges does not
 * contain.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Timeout of the resolver, for each of two tries. */
const resolveMilliseconds = 3_000;

/**
 * Whether an address may be connected to. Only unicast addresses are public: private, shared, link-local (and with them
 * the metadata services of clouds), multicast, reserved and documentation ranges are not, nor are IPv6 forms of IPv4
 * (mapped, NAT64, 6to4, Teredo).
 */
export function isAllowed(text: string, allowed: AllowedRanges): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const range = address.range();
  const isGlobal = address.kind() === 'ipv4' || address.match(globalUnicast);
  return (range === 'unicast' && isGlobal) || (allowed === 'public and loopback' && range === 'loopback');
}

/** The address in the host of a URL; undefined for a name. */
export function literalAddress(host: string): Address | undefined {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  if (!ipaddr.isValid(bare)) return undefined;
  return { address: bare, family: ipaddr.parse(bare).kind() === 'ipv4' ? 4 : 6 };
}

/**
 * The addresses of a host, all of which may be connected to.
 *
 * @throws AddressRefused if one of them may not, or there is none.
 */
export async function allowedAddresses(host: string, allowed: AllowedRanges): Promise<Address[]> {
  const literal = literalAddress(host);
  const addresses = literal ? [literal] : await resolve(host);
  if (addresses.length === 0) throw new AddressRefused('the host name has no address');
  if (!addresses.every(({ address }) => isAllowed(address, allowed))) {
    throw new AddressRefused('the host has an address that is not of the public internet');
  }
  return addresses;
}

/**
 * Queries the name servers directly: the system's lookup occupies one of four threads of a process for as long as a
 * slow server takes. Names of the local machine have their addresses of RFC 6761.
 */
async function resolve(host: string): Promise<Address[]> {
  if (host === 'localhost' || host.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new Resolver({ timeout: resolveMilliseconds, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = (outcome: PromiseSettledResult<string[]>, family: 4 | 6) =>
    outcome.status === 'fulfilled' ? outcome.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
}
