import { Problem } from '../../../domain/errors.ts';
import type { OwnerSlots } from '../../../domain/leases/owner-slots.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import type { OpenSession } from '../../../domain/uploads/session-store.ts';
import { maxSessionsOfLink } from '../../../domain/uploads/upload-session.ts';

/** An open session holds a slot of its owner, and one of the link by whose key it was begun. */
interface Held {
  ownerId: string;
  sessionId: string;
  linkId?: string | undefined;
}

const ofLink = ({ ownerId, linkId }: Held) => `${ownerId}#${linkId}`;

/** @throws Problem 429 `tooManyUploadSessions` when the owner or the link has as many open sessions as may be; nothing is held then. */
export async function takeSessionSlots(slots: OwnerSlots, held: Held): Promise<void> {
  const { ownerId, sessionId, linkId } = held;
  const take = (holder: string, max: number) => slots.take(holder, max, limits.uploadSessionSeconds * 1000, sessionId);
  if (linkId !== undefined && !(await take(ofLink(held), maxSessionsOfLink))) throw tooMany(maxSessionsOfLink, 'link');
  if (await take(ownerId, limits.uploadSessions)) return;
  if (linkId !== undefined) await slots.free(ofLink(held), sessionId);
  throw tooMany(limits.uploadSessions, 'account');
}

/**
 * Frees the slots of an open session, its owner's and its link's. Idempotent.
 *
 * @example await freeSessionSlots(sessionSlots, heldBy(owner.id, found.session));
 */
export async function freeSessionSlots(slots: OwnerSlots, held: Held): Promise<void> {
  await slots.free(held.ownerId, held.sessionId);
  if (held.linkId !== undefined) await slots.free(ofLink(held), held.sessionId);
}

/**
 * The holder of an open session's slots.
 *
 * @example await freeSessionSlots(sessionSlots, heldBy(owner.id, found.session));
 */
export function heldBy(ownerId: string, { session, linkId }: Pick<OpenSession, 'session' | 'linkId'>): Held {
  return { ownerId, sessionId: session.id, linkId };
}

function tooMany(max: number, whose: 'link' | 'account'): Problem {
  return new Problem(
    'rateLimited',
    `${max} upload sessions of this ${whose} are open, the maximum. Complete some of them, or cancel them with DELETE; each expires after ${limitText.uploadSessionSeconds}.`,
    { errorKey: 'tooManyUploadSessions', retryAfterSeconds: 60 },
  );
}
