/** A public key that verifies tokens, in its published form (RFC 7517). */
export interface PublicKey {
  kid: string;
  kty: string;
  alg: string;
  use: string;
  n: string;
  e: string;
}

/** The public half of a signing key pair, and its times. */
export interface PublishedKey {
  kid: string;
  public: PublicKey;
  /** Milliseconds; the newest active key signs. */
  createdAt: number;
  /** Milliseconds; from then on no token that it signed is valid. Absent while it may sign. */
  retiresAt?: number;
}

/** A key pair that signs tokens. The private half is sealed at rest. */
export interface SigningKey extends PublishedKey {
  sealedPrivate: string;
}

/** Stores signing keys. */
export interface SigningKeyStore {
  all(): Promise<SigningKey[]>;
  put(key: SigningKey): Promise<void>;
}

/** The published keys, cached for up to five minutes; an unknown `kid` is read at once. */
export interface PublicKeyDirectory {
  find(kid: string): Promise<PublicKey | undefined>;
}

/** Lifetime in seconds of the longest-lived token: a legacy token with rememberMe. */
export const maxTokenSeconds = 30 * 24 * 60 * 60;
