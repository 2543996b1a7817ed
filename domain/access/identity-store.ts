import type { Client } from './client.ts';
import type { Owner } from './owner.ts';

/** An owner with the hash of the password, for the token endpoint and the command line. */
export interface OwnerAccount {
  owner: Owner;
  passwordHash: string;
}

/** A stored refresh token: only its hash, and the family in which it is rotated. Times are in milliseconds. */
export interface RefreshToken {
  hash: string;
  familyId: string;
  ownerId: string;
  clientId: string;
  issuedAt: number;
  expiresAt: number;
  /** The time of its exchange for the next token. */
  rotatedAt?: number;
}

/** Stores owners, clients and refresh tokens. */
export interface IdentityStore {
  accountOf(username: string): Promise<OwnerAccount | undefined>;
  account(ownerId: string): Promise<OwnerAccount | undefined>;
  /** Throws `conflict` when the username is taken. */
  createAccount(account: OwnerAccount): Promise<void>;
  /** Throws `conflict` when the new username is taken. */
  changeAccount(before: OwnerAccount, after: OwnerAccount): Promise<void>;
  listAccounts(): Promise<Owner[]>;

  client(id: string): Promise<Client | undefined>;
  putClient(client: Client): Promise<void>;
  deleteClient(id: string): Promise<void>;
  listClients(): Promise<Client[]>;

  refreshToken(hash: string): Promise<RefreshToken | undefined>;
  putRefreshToken(token: RefreshToken): Promise<void>;
  /** Marks a token as exchanged; false if it was exchanged before. */
  rotate(hash: string, at: number): Promise<boolean>;
  revokeFamily(familyId: string, until: number): Promise<void>;
  familyRevoked(familyId: string): Promise<boolean>;
}

/**
 * The key of a counter of attempts: a kind and its parts. Keys of different kinds or parts never collide, whatever the
 * parts contain.
 */
export type AttemptKey =
  | readonly ['pair' | 'wait', name: string, network: string]
  | readonly ['name', name: string]
  | readonly ['network', network: string];

/** Counts attempts to sign in. */
export interface AttemptCounter {
  /**
   * Counts an attempt. Returns the number of attempts in the current window, including this one, and the end of the
   * window (milliseconds).
   */
  count(key: AttemptKey, windowMilliseconds: number): Promise<{ attempts: number; windowEnds: number }>;
  /** Resets the counter of a key. */
  reset(key: AttemptKey): Promise<void>;
  /** Uncounts one attempt. */
  takeBack(key: AttemptKey): Promise<void>;
}

/** The networks from which a username signed in within the last 90 days. */
export interface KnownNetworks {
  isKnown(name: string, network: string): Promise<boolean>;
  remember(name: string, network: string): Promise<void>;
}
