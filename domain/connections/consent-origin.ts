import { Problem } from '../errors.ts';
import type { KeyHolder } from '../keys/api-key-store.ts';
import type { Widget } from '../links/magic-link.ts';

/** The link, or API key of the owner, with which a page began a consent. Deleting it ends the consent. */
export type ConsentOrigin = { link: { widget: Widget; id: string } } | { apiKeyId: string };

/** The user of a consent that a page began. */
interface OriginOf {
  ownerId: string;
  svcUserId: string;
}

/** Tells whether the links and API keys that began consents are still there. */
export interface ConsentOrigins {
  /** True once the owner has deleted the link or revoked the API key; false for one that has expired or is used up. */
  isRevoked(of: OriginOf, origin: ConsentOrigin): Promise<boolean>;
}

/** The origin of a consent that is begun with an API key; undefined when the owner begins it with a token. */
export function originOf(apiKey: KeyHolder | undefined): ConsentOrigin | undefined {
  if (!apiKey) return undefined;
  return apiKey.link ? { link: { widget: apiKey.link.widget, id: apiKey.link.id } } : { apiKeyId: apiKey.id };
}

/** The problem of a consent whose link or API key was deleted. */
export function originRevoked(): Problem {
  const detail =
    'The link or the API key with which this sign-in was started was revoked. Ask the sender for a new link.';
  return new Problem('gone', detail, { errorKey: 'consentRevoked' });
}
