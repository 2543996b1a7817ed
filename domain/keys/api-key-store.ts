import type { LinkGrant } from '../links/magic-link.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { KeptApiKey } from './api-key.ts';

/** The user that a key speaks for, and the owner of that user. */
export interface KeyHolder {
  ownerId: string;
  svcUserId: string;
  /** The key's id. */
  id: string;
  /** The link whose session the key is of; absent for a key that the owner made. */
  link?: LinkGrant;
}

/** The texts of keys, which are told once and stored as hashes. */
export interface ApiKeySecrets {
  /** A new key; its hash, which it is found by; and what lists show instead of it. */
  make(): { key: string; hash: string; mask: string };
  /** The hash of a key; undefined for a text that is no key of Furrow, or that has a typing error. */
  hashOf(text: string): string | undefined;
}

/** Finds whom keys speak for, as every function needs it that takes keys. */
export interface ApiKeyDirectory {
  /**
   * The holder of a key that is valid at this moment: neither expired nor revoked, and its user not deleted. A text that is no key of Furrow, or
   * that has a typing error, is told without a read.
   */
  holder(key: string): Promise<KeyHolder | undefined>;
}

/** Where keys are kept. Revoked ones and those that have expired stay listed. */
export interface ApiKeyStore {
  /** Throws `notFound` when the user has been deleted. */
  create(ownerId: string, key: KeptApiKey, hash: string): Promise<void>;
  get(ownerId: string, id: string): Promise<KeptApiKey | undefined>;
  list(ownerId: string, svcUserId: string, asked: PageRequest): Promise<Page<KeptApiKey>>;
  /** Has effect with its end. A key that was revoked before stays as it is. */
  revoke(ownerId: string, key: KeptApiKey, revokedAt: string): Promise<void>;
}
