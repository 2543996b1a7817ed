import { invalid, Problem } from '../errors.ts';
import type { ClientEnvironment, CodeGrant, Provider } from '../providers/provider.ts';

/** A proof key for a code (RFC 7636): the verifier is told when the code is exchanged, its SHA-256 when consent is asked for. */
export interface ProofKey {
  verifier: string;
  challenge: string;
}

/** Random texts of 256 bits. */
export interface OAuthSecrets {
  state(): string;
  proofKey(): ProofKey;
}

/** The owner's application at a provider, as far as the page of consent is told of it. */
export interface AskedConsent {
  clientId: string;
  redirectUri: string;
  /** Parameters of the application's own; they take the place of those of the provider's row. */
  parameters?: Readonly<Record<string, string>>;
}

/** Where a grower's browser goes to consent, and what has to be known when it comes back. */
export interface Consent {
  url: string;
  /** Comes back with the code: an answer with another one is not to this question. */
  state: string;
  codeVerifier?: string;
}

/** @throws Problem 503 when no address is known for the provider's page of consent. */
export function consentOf(
  { grant, parameters, address }: { grant: CodeGrant; parameters: Readonly<Record<string, string>>; address: string },
  { clientId, redirectUri, parameters: own }: AskedConsent,
  secrets: OAuthSecrets,
): Consent {
  const url = new URL(address);
  const state = secrets.state();
  const key = grant.proofKey && secrets.proofKey();
  const all = {
    ...parameters,
    ...own,
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    ...(key && { code_challenge: key.challenge, code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return { url: url.href, state, ...(key && { codeVerifier: key.verifier }) };
}

/** What is known of how a provider grants codes. @throws Problem 503 `providerNotConfigured` when an address is missing. */
export function grantOf(
  { displayName, key, grant }: Pick<Provider, 'displayName' | 'key' | 'grant'>,
  environment: ClientEnvironment,
  addresses: { consent?: string; token?: string },
) {
  const { consent, token } = addresses;
  if (!grant || consent === undefined || token === undefined) throw notConfigured(displayName, key);
  return { grant, parameters: grant.parameters[environment], consent, token };
}

export function notConfigured(displayName: string, key: string): Problem {
  const detail = `No addresses are known for consent at ${displayName}. The operator of this service can set those of ${key} (providerAddresses).`;
  return new Problem('unavailable', detail, { errorKey: 'providerNotConfigured' });
}

/** Characters of a provider's own words that are shown. */
const maxWords = 200;

/**
 * The code in the address to which the provider sent the grower's browser back.
 *
 * @param pointer of the member that the address stands in.
 * @throws Problem 400 when it has none, `consentRefused` when the grower or the provider refused.
 */
export function codeIn(responseUrl: string, pointer: string): string {
  const { searchParams } = new URL(responseUrl);
  const error = searchParams.get('error');
  if (error !== null) {
    const words = cleaned(
      [error, searchParams.get('error_description') ?? ''].filter((text) => text !== '').join(': '),
    );
    throw invalid(
      pointer,
      `The provider sent the grower back without consent (${words}). Begin anew.`,
      'consentRefused',
    );
  }
  const code = searchParams.get('code');
  if (code) return code;
  throw invalid(pointer, 'must be the whole address to which the browser was sent back, with the parameter code');
}

/** The beginning of foreign words, in printable ASCII. */
export function cleaned(words: string): string {
  return words
    .replace(/[^ -~]+/g, ' ')
    .trim()
    .slice(0, maxWords);
}
