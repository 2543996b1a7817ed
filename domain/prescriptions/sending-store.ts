import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { PrescribedProvider, StoredSending } from './sending.ts';

/** A record, and when the run that sends it ends at the latest, in milliseconds since 1970; 0 without a run. */
export interface FoundSending {
  sending: StoredSending;
  until: number;
}

/** One run that sends a prescription. No two run at once. */
export interface SendingRun {
  sending: StoredSending;
  /** Stores the record. @throws Problem `sendingInProgress` if another run has taken over, `userNotFound`. */
  save(sending: StoredSending): Promise<void>;
  /** Stores the record, and ends the run. */
  end(sending: StoredSending): Promise<void>;
  /** Claims what was created at the provider; false if it belongs to another sending. */
  claim(providerId: string): Promise<boolean>;
}

/** Records of prescriptions that are sent. */
export interface SendingStore {
  /** @throws Problem `userNotFound`. */
  create(ownerId: string, sending: StoredSending, commit?: CommitRecord): Promise<void>;
  get(ownerId: string, svcUserId: string, id: string): Promise<FoundSending | undefined>;
  list(
    ownerId: string,
    svcUserId: string,
    filter: { provider?: PrescribedProvider | undefined },
    asked: PageRequest,
  ): Promise<Page<FoundSending>>;
  /** Begins a run, which ends by itself at a time in milliseconds since 1970. @throws Problem `sendingInProgress` while another one runs. */
  begin(ownerId: string, svcUserId: string, id: string, until: number): Promise<SendingRun>;
  /** Stores what the provider says of a record that was asked about before, unless a run or another question has changed it meanwhile. */
  note(ownerId: string, before: StoredSending, after: StoredSending): Promise<void>;
}
