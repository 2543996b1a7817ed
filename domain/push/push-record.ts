import type { UserSubject } from '../work/work-stores.ts';
import type { PushingProvider } from './push-address.ts';

/** Hashes of the two secrets of a subscription: at the end of the URL, and in each event. */
export interface PushSecretHashes {
  url: string;
  event: string;
}

/** What is known of the subscriptions of one credential: no secret, only hashes. */
export interface PushRecord {
  credentialId: string;
  /** The newest first. Earlier ones may still be on their way, or a renewal may not have reached the provider. */
  secrets: readonly PushSecretHashes[];
  /** The hash of the value of `Authorization` in deliveries; absent until the provider has been asked. */
  authorization?: string | undefined;
  /** What the last renewal was made for: the URL and types of events. Another one is made at once. */
  target: string;
  /** When the provider was last asked to create or renew subscriptions, in milliseconds since 1970. */
  askedTime?: number | undefined;
  /** Why the provider does not notify. */
  problem?: string | undefined;
  /** Until then, the message of a round is under way that has not begun. */
  roundExpectedUntil?: number | undefined;
  /** Until then, messages are under way that look at these operations at the provider. */
  expected?: { until: number; operations: readonly string[] } | undefined;
  revision: number;
}

/** A user whose provider notifies. */
export interface PushSubject extends UserSubject {
  provider: PushingProvider;
}

/** Stores a record for each credential. */
export interface PushStore {
  /** The record of the credential that the user has now. */
  get(subject: PushSubject): Promise<PushRecord | undefined>;
  /** Replaces the record that was read. False if another writer was first, or the credential is gone. */
  put(subject: PushSubject, record: PushRecord): Promise<boolean>;
  /** Notes that a round, or a look at operations, has been asked for, which begins at a time at the earliest. */
  expect(
    subject: PushSubject,
    record: Pick<PushRecord, 'credentialId'>,
    asked: Pick<PushRecord, 'roundExpectedUntil'> | Pick<PushRecord, 'expected'>,
  ): Promise<void>;
}

/** Makes and compares the secrets of subscriptions. */
export interface PushSecrets {
  /** New secrets of a subject. `url` begins with `locatorOf` and names the subject; `event` has only characters that John Deere takes. */
  make(subject: PushSubject): { url: string; event: string; authorization: string };
  /** The beginning of the URL's secret, which all secrets of a subject have in common. */
  locatorOf(user: UserSubject): string;
  /** The user whom a secret of a URL names, whether it is right or not; undefined if it is no such text. */
  userOf(url: string): UserSubject | undefined;
  hashOf(secret: string): string;
  /** Whether a secret has one of these hashes. Takes as long for every secret. */
  isOneOf(secret: string, hashes: readonly string[]): boolean;
}

/** Secrets that are accepted: those of the last renewal, the one before, and one that was interrupted. */
const maxSecrets = 3;

/** The record with new secrets, which are accepted before the provider gets them. */
export function withSecrets(
  before: PushRecord | undefined,
  made: Pick<PushRecord, 'credentialId' | 'target'>,
  hashes: PushSecretHashes,
): PushRecord {
  return {
    ...before,
    ...made,
    secrets: [hashes, ...(before?.secrets ?? [])].slice(0, maxSecrets),
    revision: (before?.revision ?? 0) + 1,
  };
}

/** Subscriptions expire after a time that John Deere does not publish, and rounds come every day: they are renewed with nearly each. */
const renewAfterMilliseconds = 20 * 60 * 60_000;

/** Whether subscriptions have to be created or renewed. */
export function isRenewalDue(
  record: PushRecord | undefined,
  { target, now }: { target: string; now: number },
): boolean {
  if (record?.target !== target || record.askedTime === undefined) return true;
  return now - record.askedTime >= renewAfterMilliseconds;
}
