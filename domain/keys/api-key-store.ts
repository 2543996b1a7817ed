import type { CommitRecord } from '../idempotency.ts';
import type { LinkGrant } from '../links/magic-link.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { StoredApiKey } from './api-key.ts';

/** The user that a key acts for, and the owner of that user. */
export interface KeyHolder {
  ownerId: string;
  svcUserId: string;
  /** The key's id. */
  id: string;
  /** The link whose session the key belongs to; absent for a key that the owner created. */
  link?: LinkGrant;
}

/** Creates keys and computes their hashes. A key is returned once and stored as a hash. */
export interface ApiKeySecrets {
  /** A new key with the hash by which it is found and the mask that lists show. */
  make(): { key: string; hash: string; mask: string };
  /** The hash of a key; undefined for a text that is not a key of Furrow or has a typing error. */
  hashOf(text: string): string | undefined;
}

/** Finds the holders of keys, for functions that accept keys. */
export interface ApiKeyDirectory {
  /**
   * The holder of a key that is valid at this moment: neither expired nor revoked, and its user not deleted. A text that is not a key of
   * Furrow or has a typing error is rejected without a read.
   */
  holder(key: string): Promise<KeyHolder | undefined>;
}

/** Stores API keys. Revoked and expired keys stay listed. */
export interface ApiKeyStore {
  /** Throws `notFound` when the user has been deleted. */
  create(ownerId: string, key: StoredApiKey, hash: string, commit?: CommitRecord): Promise<void>;
  get(ownerId: string, id: string): Promise<StoredApiKey | undefined>;
  list(ownerId: string, svcUserId: string, asked: PageRequest): Promise<Page<StoredApiKey>>;
  /** Takes effect before it returns. A key that was already revoked does not change. */
  revoke(ownerId: string, key: StoredApiKey, revokedAt: string): Promise<void>;
}
