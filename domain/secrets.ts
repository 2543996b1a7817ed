/**
 * What a secret belongs to. Every member is bound into the ciphertext: one that was moved to another owner,
 * user, provider or member does not open.
 */
export interface SecretScope {
  ownerId: string;
  svcUserId?: string;
  provider?: string;
  member: string;
}

/** Seals secrets at rest. */
export interface Sealer {
  seal(scope: SecretScope, plaintext: string): Promise<string>;
  /** Throws when the ciphertext was changed or belongs to another scope. */
  open(scope: SecretScope, sealed: string): Promise<string>;
}
