import type { MagicLink } from '../../../domain/links/magic-link.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import { appProviders } from '../../../functions/areas/keys/app-key-endpoints.ts';
import { freshAppKey } from '../keys/app-key.ts';
import { type Answer, request, type TestOwner } from '../owner.ts';

export const widgetsService = '/services/widgets/api';
export const linkTypes = ['provider', 'authentication', 'file-upload'] as const;
export type LinkTypeName = (typeof linkTypes)[number];

export interface LinkSession {
  apiKey: string;
  svcUserId: string;
  expiresAt: string;
  link: Pick<MagicLink, 'widget' | 'allowedProviders' | 'provider' | 'settings'> & { userName?: string };
}

/** Valid bodies for every type of link, beside an app key for John Deere. */
export const bodyOf: Record<LinkTypeName, object> = {
  provider: {},
  authentication: { provider: 'JohnDeere' },
  'file-upload': {},
};

/** Creates an app key of the owner for a provider. */
export async function haveAppKey(owner: TestOwner, key: ProviderKey = 'JohnDeere'): Promise<void> {
  const row = appProviders.find((one) => one.key === key);
  if (!row) throw new Error(`${key} has no app keys`);
  await freshAppKey(owner, row);
}

/** A new link of a user. */
export async function freshLink(
  owner: TestOwner,
  svcUserId: string,
  type: LinkTypeName = 'file-upload',
  members: object = {},
): Promise<MagicLink> {
  const path = `${widgetsService}/magic-link/users/${svcUserId}/${type}`;
  const { status, body } = await owner.post<MagicLink>(path, { ...bodyOf[type], ...members });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Opens a link, as its page does. */
export function openLink(linkId: string): Promise<Answer<LinkSession & { errorKey?: string }>> {
  return request('POST', `${widgetsService}/link-sessions`, { json: { linkId } });
}

/** The session of a link that opens. */
export async function freshSession(linkId: string): Promise<LinkSession> {
  const { status, body } = await openLink(linkId);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
