import * as z from 'zod';
import { magicLinkSchema } from '../../../domain/links/magic-link.ts';
import { svcUserIdSchema } from '../../../domain/shared-members.ts';
import { defineArea, defineEndpoints } from '../../http/endpoint.ts';
import { linkEndpoints } from './link-endpoints.ts';

/** How often one network may open a link, and how many unknown ones; a page opens its link once and reloads now and then. */
const openedPerMinute = 60;
const maxText = 200;

const { widget, allowedProviders, provider, settings } = magicLinkSchema.shape;

/** The endpoint with which a hosted page begins. */
const sessionEndpoints = defineEndpoints({
  createLinkSession: {
    method: 'POST',
    path: '/link-sessions',
    summary: 'Open a link',
    description:
      'Counts one use of the link and returns an API key for its user. The key is valid for two hours but not longer than the link, is revoked at once when the link is deleted, and gives access to the endpoints that take the keys of links of this type.',
    access: 'public',
    addition: true,
    perMinute: openedPerMinute,
    secret: { name: 'linkId', unknown: 'linkNotFound' },
    body: {
      kind: 'json',
      schema: z
        .strictObject({ linkId: z.string().max(maxText).describe('The secret of the link: the last part of its URL.') })
        .meta({ id: 'NewLinkSession' }),
      example: { linkId: '3f0K7Zt9uQeB2nXwVhYc5LrDsA8gJm1Pq6TiOyEN4bWkR' },
    },
    errors: { 410: 'The link has expired, was revoked or is used up.' },
    responses: {
      201: {
        description: 'The key, which is never returned again, and what the page shows.',
        schema: z
          .object({
            apiKey: z.string().describe('The API key, which is sent as `X-Api-Key`. It is never returned again.'),
            svcUserId: svcUserIdSchema,
            expiresAt: z.iso.datetime().describe('When the key ceases to be valid, in UTC.'),
            link: z
              .object({
                widget,
                allowedProviders,
                provider,
                settings,
                userName: z.string().optional().describe('Present only if the settings show it.'),
              })
              .describe('What the page needs to know of the link.'),
          })
          .meta({ id: 'LinkSession' }),
        location: '/link-sessions',
      },
    },
  },
});

/** Area G: hosted pages for growers. */
export const linksApi = defineArea({
  name: 'links',
  title: 'Magic links',
  letter: 'G',
  description:
    'Pages that growers open without an account to connect providers or to upload files. A link is a secret for one service user. It expires, and deleting it ends it at once.',
  base: '/services/widgets/api',
  takes: '',
  endpoints: { ...linkEndpoints, ...sessionEndpoints },
});
