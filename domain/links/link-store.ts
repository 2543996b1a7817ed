import type { Page } from '../paging.ts';
import type { KeptLink, LinkState, Widget } from './magic-link.ts';

/** The secrets of links: the ids that open them. */
export interface LinkSecrets {
  make(): { secret: string; hash: string };
  /** The hash of a secret; undefined for a text that is none. */
  hashOf(text: string): string | undefined;
}

/** A link and its secret, which is sealed for the owner who lists it. */
export interface SealedLink {
  link: KeptLink;
  sealed: string;
}

/** Where a link that was opened is known. */
export interface OpenedLink {
  ownerId: string;
  /** When the key of the session ends. */
  expiresAt: string;
  link: KeptLink;
}

/** Says what a link is, to pages that show it. */
export interface LinkDirectory {
  state(secret: string): Promise<LinkState>;
}

/** Where links are kept. */
export interface LinkStore extends LinkDirectory {
  /** False when the user has been deleted. */
  create(ownerId: string, link: SealedLink, hash: string): Promise<boolean>;
  /** Undefined, too, for a link of another widget. */
  get(ownerId: string, widget: Widget, secret: string): Promise<SealedLink | undefined>;
  /** The oldest first. */
  list(ownerId: string, widget: Widget, cursor: string | undefined): Promise<Page<SealedLink>>;
  /** Has effect with its end: the link and the keys of its sessions. False when there is no such link. */
  revoke(ownerId: string, link: KeptLink, secret: string): Promise<boolean>;
  /**
   * Begins a session, whose key has the given hash: counts the usage, unless the link is at its end, in the same transaction.
   */
  open(
    secret: string,
    session: { id: string; hash: string },
  ): Promise<OpenedLink | { state: Exclude<LinkState, 'open'> }>;
}

/** What the secret of a link is sealed for: one that was moved to another owner, user or link does not open. */
export function linkScope(ownerId: string, { svcUserId, id }: KeptLink) {
  return { ownerId, svcUserId, member: `link ${id}` };
}
