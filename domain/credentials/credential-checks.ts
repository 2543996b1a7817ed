import type { SealedCredential } from './credential.ts';
import type { CredentialEvent } from './credential-event.ts';
import type { Checked } from './credential-provider.ts';

/** A credential as it was read: what was found out about it is written only if it has not changed since. */
export interface ReadCredential extends SealedCredential {
  revision: number;
  /** Its provider has not been asked about it, or could not answer. */
  isDue: boolean;
  /** Since when its provider has not answered, in milliseconds since 1970; absent while it does. */
  failingSince?: number | undefined;
}

/** Where checks find credentials, and leave what they find out. */
export interface CredentialChecks {
  /** All credentials of a user, as they are at this moment. */
  all(ownerId: string, svcUserId: string): Promise<ReadCredential[]>;
  note(ownerId: string, svcUserId: string, credential: SealedCredential, event: CredentialEvent): Promise<void>;
  /** Writes what was found out, on the user too, with an event where it is bad news. False when the credential has changed or gone meanwhile. */
  settle(ownerId: string, svcUserId: string, credential: ReadCredential, checked: Checked): Promise<boolean>;
}
