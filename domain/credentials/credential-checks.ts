import type { SealedCredential } from './credential.ts';
import type { CredentialEvent } from './credential-event.ts';
import type { Checked } from './credential-provider.ts';

/** A credential as it was read; results of a check are written only if nothing but its tokens has changed since. */
export interface ReadCredential extends SealedCredential {
  revision: number;
  /** How many of its revisions only replaced tokens. */
  tokenRevision: number;
  /** Whether the credential has not been checked yet, or its provider could not answer. */
  isDue: boolean;
  /** Time since which the provider has not answered, in milliseconds since 1970; absent while it answers. */
  failingSince?: number | undefined;
}

/** Reads credentials for checks and stores the results. */
export interface CredentialChecks {
  /** All credentials of a user, as they are at this moment. */
  all(ownerId: string, svcUserId: string): Promise<ReadCredential[]>;
  note(
    ownerId: string,
    svcUserId: string,
    credential: Pick<SealedCredential, 'id' | 'provider'>,
    event: CredentialEvent,
  ): Promise<void>;
  /** Writes the result of a check, also on the user, with an event if the status is bad. False when the credential was changed or deleted meanwhile. */
  settle(ownerId: string, svcUserId: string, credential: ReadCredential, checked: Checked): Promise<boolean>;
}
