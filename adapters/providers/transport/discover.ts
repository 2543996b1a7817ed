import * as z from 'zod';
import { failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { isOwnHost, type ProviderHosts } from '../../../domain/transport/provider-hosts.ts';
import { jsonOf } from './expects.ts';
import type { Transport } from './transport.ts';

const documentSchema = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url().optional(),
});

/** Endpoints of an authorization server. */
export interface Discovered {
  token: URL;
  /** The consent page, which is opened in a browser of the grower and gets no token. */
  consent?: URL;
  revoke?: URL;
}

/**
 * Reads the document of an authorization server (RFC 8414, OpenID Connect Discovery). Endpoints on hosts outside of the provider's row are refused: client secrets go
 * to them.
 */
export async function discover(transport: Transport, hosts: ProviderHosts, url: URL): Promise<Outcome<Discovered>> {
  const outcome = await transport.send({ url, expects: jsonOf(documentSchema, 200_000) });
  if (outcome.kind !== 'answered') return outcome;
  const { token_endpoint, revocation_endpoint, authorization_endpoint } = outcome.value;
  const token = new URL(token_endpoint);
  const revoke = revocation_endpoint === undefined ? undefined : new URL(revocation_endpoint);
  const foreign = [token, revoke].find((one) => one !== undefined && !isOwnHost(hosts, one));
  if (foreign)
    return failed(
      'misdirected',
      `${hosts.name} names ${foreign.host} as its token endpoint, which is not one of its hosts.`,
    );
  return {
    ...outcome,
    value: {
      token,
      ...(authorization_endpoint !== undefined && { consent: new URL(authorization_endpoint) }),
      ...(revoke && { revoke }),
    },
  };
}
