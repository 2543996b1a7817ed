/** A public key that verifies tokens, as it is published (RFC 7517). */
export interface PublicKey {
  kid: string;
  kty: string;
  alg: string;
  use: string;
  n: string;
  e: string;
}

/** The public half of a key pair that signs tokens, and its times. */
export interface PublishedKey {
  kid: string;
  public: PublicKey;
  /** Milliseconds; the newest active key signs. */
  createdAt: number;
  /** Milliseconds; from then on nothing that it signed can still be valid. Absent while it may sign. */
  retiresAt?: number;
}

/** A key pair that signs tokens. The private half is sealed at rest. */
export interface SigningKey extends PublishedKey {
  sealedPrivate: string;
}

/** Where signing keys are kept. */
export interface SigningKeyStore {
  all(): Promise<SigningKey[]>;
  put(key: SigningKey): Promise<void>;
}

/** The published keys, at most five minutes old; asked again at once for a `kid` that is not known yet. */
export interface PublicKeyDirectory {
  find(kid: string): Promise<PublicKey | undefined>;
}

/** The longest life of any token: a legacy token with rememberMe. */
export const maxTokenSeconds = 30 * 24 * 60 * 60;
