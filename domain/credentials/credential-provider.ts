import type { CredentialStatus } from './credential.ts';

/** What a provider answered to one call. */
export interface ProviderExchange {
  statusCode: number;
  /** A line for each. */
  headers: string;
  /** Its beginning. */
  body: string;
}

/** What a provider says of a credential that it takes. */
export interface AcceptedCredential {
  /** The account that it is for, as the provider calls it. */
  account: string;
  scopes?: string[] | undefined;
  /** Members that were obtained with it, such as an access token. */
  obtained: Record<string, string>;
}

/** A provider that can be asked about credentials. */
export interface CredentialProvider {
  /** Where its data is, for links that lead there. */
  address: string;
  /**
   * Signs in with the members of a credential.
   *
   * @param seen is told every answer of the provider, whatever it says.
   * @throws ProviderProblem
   */
  check(
    members: Readonly<Record<string, string>>,
    seen: (exchange: ProviderExchange) => void,
  ): Promise<AcceptedCredential>;
}

/** What is known of a credential after its provider was asked. */
export interface Checked {
  status: CredentialStatus;
  /** Why it is not OK. */
  message?: string;
  scopes?: string[] | undefined;
  /** Members that were obtained, as they are kept. */
  shown?: Record<string, string>;
  sealed?: Record<string, string>;
  /** Since when the provider has not answered: it is asked again. Absent when it has. */
  failingSince?: number | undefined;
}
