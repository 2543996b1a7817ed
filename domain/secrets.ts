/**
 * The owner of a secret. Every member is bound into the ciphertext: a secret that was moved to another owner, user,
 * provider or member cannot be opened.
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
  /** Throws if the ciphertext was changed or belongs to another scope. */
  open(scope: SecretScope, sealed: string): Promise<string>;
}
