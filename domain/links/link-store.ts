import type { CommitRecord } from '../idempotency.ts';
import type { Page } from '../paging.ts';
import type { LinkState, StoredLink, Widget } from './magic-link.ts';

/** The secrets of links: the ids that open them. */
export interface LinkSecrets {
  make(): { secret: string; hash: string };
  /** The hash of a secret; undefined for any other text. */
  hashOf(text: string): string | undefined;
}

/** A link with its secret, which is stored sealed because lists return it to the owner. */
export interface SealedLink {
  link: StoredLink;
  sealed: string;
}

/** An opened link, for its session. */
export interface OpenedLink {
  ownerId: string;
  /** When the key of the session expires. */
  expiresAt: string;
  link: StoredLink;
}

/** Finds links for the pages that show them. */
export interface LinkDirectory {
  state(secret: string): Promise<LinkState>;
}

/** Stores links. */
export interface LinkStore extends LinkDirectory {
  /** False when the user has been deleted. */
  create(ownerId: string, link: SealedLink, hash: string, commit?: CommitRecord): Promise<boolean>;
  /** Also undefined for a link of another widget. */
  get(ownerId: string, widget: Widget, secret: string): Promise<SealedLink | undefined>;
  /** The oldest first. */
  list(ownerId: string, widget: Widget, cursor: string | undefined): Promise<Page<SealedLink>>;
  /** Ends the link and the keys of its sessions before it returns. False when the link does not exist. */
  revoke(ownerId: string, link: StoredLink, secret: string): Promise<boolean>;
  /**
   * Begins a session whose key has the given hash, and counts the usage in the same transaction, unless the link has ended.
   */
  open(
    secret: string,
    session: { id: string; hash: string },
  ): Promise<OpenedLink | { state: Exclude<LinkState, 'open'> }>;
}

/** Binds the sealed secret of a link to its owner, user and link: moved to another one, it cannot be opened. */
export function linkScope(ownerId: string, { svcUserId, id }: StoredLink) {
  return { ownerId, svcUserId, member: `link ${id}` };
}
