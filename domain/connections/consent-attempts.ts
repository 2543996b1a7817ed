import type { ClientEnvironment } from '../providers/provider.ts';
import type { ProviderKey } from '../providers/providers.ts';

/** How long a sign-in URL can be opened, and how long a consent takes from then on. */
export const consentMinutes = 10;

/** How often a sign-in URL can be opened: previews and scanners open it, too. */
export const maxOpenings = 20;

/** A wish that a grower connect an account of a user, with the application to do it with. */
export interface WantedConsent {
  ownerId: string;
  svcUserId: string;
  provider: ProviderKey;
  environment: ClientEnvironment;
  /** The app key; or the members of an application that the owner sent, sealed. */
  appKey?: string | undefined;
  sealedApplication?: string | undefined;
  /** Milliseconds since 1970. */
  validUntil: number;
}

/** A consent that a browser has gone to the provider for. */
export interface PendingConsent extends WantedConsent {
  /** What the browser proves itself with, as a hash. */
  browser: string;
  redirectUri: string;
  /** Of the proof key, sealed. */
  sealedVerifier?: string | undefined;
}

/** Texts that only a browser knows, as they are stored. */
export type HashOf = (secret: string) => string;

/** Where consents are kept until they have come to an end. Tickets and states are found by their hashes. */
export interface ConsentAttempts {
  /** Keeps what a sign-in URL leads to. */
  want(ticket: string, wanted: WantedConsent): Promise<void>;
  /** What a sign-in URL leads to, however old it is; one opening more is counted. `exhausted` above `maxOpenings`. */
  open(ticket: string): Promise<WantedConsent | 'exhausted' | undefined>;
  /** Keeps what a state stands for. */
  begin(state: string, pending: PendingConsent): Promise<void>;
  /** What a state stands for, however old it is, and whether it was claimed. */
  get(state: string): Promise<(PendingConsent & { isClaimed: boolean }) | undefined>;
  /** Claims a state for good; false when it was claimed before. */
  claim(state: string): Promise<boolean>;
}
