import { Problem } from '../../../domain/errors.ts';
import type { LinkState } from '../../../domain/links/magic-link.ts';
import type { Handler } from '../../http/exchange.ts';
import type { linksApi } from './api.ts';
import type { LinksServices } from './services.ts';

type Endpoint = typeof linksApi.endpoints.createLinkSession;

/** Opens a link. The grower has no account, so problems say what to do and repeat nothing of the link. */
export const createLinkSession: Handler<Endpoint, LinksServices> = async (
  { body: { linkId } },
  { links, keySecrets, users, newId },
) => {
  const { key, hash } = keySecrets.make();
  const opened = await links.open(linkId, { id: newId(), hash });
  if ('state' in opened) throw notOpened(opened.state);
  const { ownerId, expiresAt, link } = opened;
  const { widget, allowedProviders, provider, settings, svcUserId } = link;
  const name = settings.showSvcUserName ? (await users.get(ownerId, svcUserId))?.name : undefined;
  return {
    status: 201,
    headers: { 'cache-control': 'no-store' },
    body: {
      apiKey: key,
      svcUserId,
      expiresAt,
      link: { widget, allowedProviders, provider, settings, ...(name !== undefined && { userName: name }) },
    },
  };
};

const askAnew = 'Ask the sender for a new link.';

function notOpened(state: Exclude<LinkState, 'open'>): Problem {
  switch (state) {
    case 'unknown':
      return new Problem(
        'notFound',
        `There is no such link. Check that the URL is complete, or ask the sender for a new link.`,
        {
          errorKey: 'linkNotFound',
        },
      );
    case 'expired':
      return new Problem('gone', `This link has expired. ${askAnew}`, { errorKey: 'linkExpired' });
    case 'revoked':
      return new Problem('gone', `This link was revoked. ${askAnew}`, { errorKey: 'linkRevoked' });
    case 'exhausted':
      return new Problem('gone', `This link was opened the maximum number of times. ${askAnew}`, {
        errorKey: 'linkExhausted',
      });
  }
}
