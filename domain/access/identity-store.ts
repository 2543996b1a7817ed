import type { Client } from './client.ts';
import type { Owner } from './owner.ts';

/** An owner as the token endpoint and the command line see it: with the hash of the password. */
export interface OwnerAccount {
  owner: Owner;
  passwordHash: string;
}

/** A refresh token as it is kept: only its hash, and the family that it was rotated out of. Times are milliseconds. */
export interface RefreshToken {
  hash: string;
  familyId: string;
  ownerId: string;
  clientId: string;
  issuedAt: number;
  expiresAt: number;
  /** When it was exchanged for the next one. */
  rotatedAt?: number;
}

/** Where owners, clients and refresh tokens are kept. */
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
  /** Marks a token as exchanged. False when it already was. */
  rotate(hash: string, at: number): Promise<boolean>;
  revokeFamily(familyId: string, until: number): Promise<void>;
  familyRevoked(familyId: string): Promise<boolean>;
}

/** What attempts are counted under: a kind and what it is about. Keys of different kinds or parts never meet, whatever the parts hold. */
export type AttemptKey =
  | readonly ['pair' | 'wait', name: string, network: string]
  | readonly ['name', name: string]
  | readonly ['network', network: string];

/** Counts attempts to sign in. */
export interface AttemptCounter {
  /** The number of attempts under this key in the current window, this one included, and when the window ends (milliseconds). */
  count(key: AttemptKey, windowMilliseconds: number): Promise<{ attempts: number; windowEnds: number }>;
  /** Forgets the attempts under a key. */
  reset(key: AttemptKey): Promise<void>;
  /** Takes one attempt back. */
  takeBack(key: AttemptKey): Promise<void>;
}

/** The networks from which a username signed in within the last 90 days. */
export interface KnownNetworks {
  isKnown(name: string, network: string): Promise<boolean>;
  remember(name: string, network: string): Promise<void>;
}
