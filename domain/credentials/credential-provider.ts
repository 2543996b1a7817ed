import type { CredentialStatus } from './credential.ts';

/** The response of a provider to one call. */
export interface ProviderExchange {
  statusCode: number;
  /** One header per line. */
  headers: string;
  /** The beginning of the body. */
  body: string;
}

/** Report of a provider about a credential that it accepts. */
export interface AcceptedCredential {
  /** The account that it is for, as named by the provider. */
  account: string;
  scopes?: string[] | undefined;
  /** Members that were obtained with it, such as an access token. */
  obtained: Record<string, string>;
}

/** A provider that can check credentials. */
export interface CredentialProvider {
  /** The base URL of its data, for links to it; absent for the provider's own one. */
  address?: string;
  /**
   * Signs in with the members of a credential.
   *
   * @param seen is called with every response of the provider.
   * @throws ProviderProblem
   */
  check(
    members: Readonly<Record<string, string>>,
    seen: (exchange: ProviderExchange) => void,
  ): Promise<AcceptedCredential>;
}

/** The result of a check of a credential. */
export interface Checked {
  status: CredentialStatus;
  /** Why the status is not OK. */
  message?: string;
  scopes?: string[] | undefined;
  /** Obtained members, masked for responses. */
  shown?: Record<string, string>;
  sealed?: Record<string, string>;
  /** Time since which the provider has not answered, so that the check is repeated. Absent if it has answered. */
  failingSince?: number | undefined;
}
