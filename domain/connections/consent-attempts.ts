import type { ClientEnvironment } from '../providers/provider.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { ConsentOrigin } from './consent-origin.ts';

/** How long a sign-in URL can be opened, and how long a consent takes from then on. */
export const consentMinutes = 10;

/** How often a sign-in URL can be opened; link previews and scanners also open it. */
export const maxOpenings = 20;

/** A pending request to connect an account of a user, with the application to use. */
export interface WantedConsent {
  ownerId: string;
  svcUserId: string;
  provider: ProviderKey;
  environment: ClientEnvironment;
  /** The app key; or the members of an application that the owner sent, sealed. */
  appKey?: string | undefined;
  sealedApplication?: string | undefined;
  /** Absent for a consent that the owner began with a token. */
  origin?: ConsentOrigin | undefined;
  /** Milliseconds since 1970. */
  validUntil: number;
}

/** A consent whose browser was sent to the provider. */
export interface PendingConsent extends WantedConsent {
  /** The hash of the proof in the browser's cookie. */
  browser: string;
  redirectUri: string;
  /** The verifier of the proof key, sealed. */
  sealedVerifier?: string | undefined;
}

/** Hashes a secret that only a browser knows, for storage. */
export type HashOf = (secret: string) => string;

/** Stores consents until they end. Tickets and states are found by their hashes. */
export interface ConsentAttempts {
  /** Stores the request behind a sign-in URL. */
  want(ticket: string, wanted: WantedConsent): Promise<void>;
  /** Returns the request behind a sign-in URL, however old it is, and counts the opening. `exhausted` above `maxOpenings`. */
  open(ticket: string): Promise<WantedConsent | 'exhausted' | undefined>;
  /** Stores the consent behind a state. */
  begin(state: string, pending: PendingConsent): Promise<void>;
  /** Returns the consent behind a state, however old it is, and whether the state was claimed. */
  get(state: string): Promise<(PendingConsent & { isClaimed: boolean }) | undefined>;
  /** Claims a state permanently; false when it was claimed before. */
  claim(state: string): Promise<boolean>;
}
