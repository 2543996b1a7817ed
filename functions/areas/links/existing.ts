import type { LinkStore, SealedLink } from '../../../domain/links/link-store.ts';
import type { Widget } from '../../../domain/links/magic-link.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';

interface Links {
  links: Pick<LinkStore, 'get'>;
  users: Pick<UserDirectory, 'get'>;
}

/** The link of a widget, unless it, or its user, is not there. */
export function linkInPath(widget: Widget): Finder<{ params: { magicLinkId: string } }, Links, SealedLink> {
  return async ({ ownerId, params: { magicLinkId } }, { links, users }) => {
    const found = orNotFound(await links.get(ownerId, widget, magicLinkId), 'link', magicLinkId);
    orNotFound(await users.get(ownerId, found.link.svcUserId), 'link', magicLinkId);
    return found;
  };
}
