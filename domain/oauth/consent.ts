import { invalid, Problem } from '../errors.ts';
import type { ClientEnvironment, CodeGrant, Provider } from '../providers/provider.ts';

/** A proof key for a code (RFC 7636): its SHA-256 is sent with the consent, the verifier with the code. */
export interface ProofKey {
  verifier: string;
  challenge: string;
}

/** Random strings of 256 bits. */
export interface OAuthSecrets {
  state(): string;
  proofKey(): ProofKey;
}

/** The parts of the owner's application at a provider that appear on the consent page. */
export interface AskedConsent {
  clientId: string;
  redirectUri: string;
  /** Parameters of the application, which override those of the provider's row. */
  parameters?: Readonly<Record<string, string>>;
}

/** The URL of a consent page, and the values needed to check the browser's return. */
export interface Consent {
  url: string;
  /** Returned with the code; a response with another state is rejected. */
  state: string;
  codeVerifier?: string;
}

/** @throws Problem 503 if the URL of the provider's consent page is unknown. */
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

/** A provider's code grant with its URLs. @throws Problem 503 `providerNotConfigured` if a URL is missing. */
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
  const detail = `No consent URLs are configured for ${displayName}. The operator of this service sets them for ${key} (providerAddresses).`;
  return new Problem('unavailable', detail, { errorKey: 'providerNotConfigured' });
}

/** Maximum characters of a provider's message that are shown. */
const maxWords = 200;

/**
 * The code in the URL to which the provider sent the grower's browser back.
 *
 * @param pointer of the member with the URL.
 * @throws Problem 400 if there is no code, `consentRefused` if the grower or the provider refused.
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
      `The provider sent the grower back without consent (${words}). Start again.`,
      'consentRefused',
    );
  }
  const code = searchParams.get('code');
  if (code) return code;
  throw invalid(pointer, 'must be the complete URL to which the browser was redirected, with the parameter code');
}

/** The beginning of a foreign message, in printable ASCII. */
export function cleaned(words: string): string {
  return words
    .replace(/[^ -~]+/g, ' ')
    .trim()
    .slice(0, maxWords);
}
