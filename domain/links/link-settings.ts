import * as z from 'zod';
import { givenName } from '../given-text.ts';
import { givenUrl } from '../given-url.ts';

const maxUrl = 2_048;

/** Clients of other services send booleans as strings. */
const flag = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')],
  'must be true or false',
);

const color = z.string().regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a hex colour such as #F5F5F5');

/** An image that the grower's browser loads; the server never does. */
const image = givenUrl({ schemes: ['https'], maxLength: maxUrl, refused: { credentials: true } }).transform(
  (text) => new URL(text).href,
);

/** The settings of the page behind a link, as an owner can give them. */
export const givenSettingsSchema = z
  .strictObject({
    backgroundColor: color.optional().describe('The background colour of the page; default `#F5F5F5`.'),
    headerImage: image
      .optional()
      .describe('An image above the card: an https URL, which the browser of the grower fetches.'),
    companyLogo: image.optional().describe('Shown beside the logo of the provider.'),
    companyName: givenName('companyName', 100).optional().describe('Shown where the grower consents.'),
    showSvcUserName: flag.optional().describe('Shows the name of the service user; default false.'),
    disconnectEnabled: flag
      .optional()
      .describe('Lets the grower disconnect providers; default false. It has no effect on file upload links.'),
    disconnectedEnabled: z
      .never('is spelt disconnectEnabled')
      .optional()
      .describe('A common misspelling of `disconnectEnabled`; it is refused.'),
  })
  .meta({ id: 'GivenLinkSettings' });

/** The settings of a link, with defaults for those that were not given. */
export const linkSettingsSchema = z
  .object({
    backgroundColor: z.string().describe('The background colour of the page, as `#` and hexadecimal digits.'),
    headerImage: z
      .url()
      .optional()
      .describe('URL of an image above the card, which the browser of the grower fetches; absent if there is none.'),
    companyLogo: z
      .url()
      .optional()
      .describe('URL of an image beside the logo of the provider; absent if there is none.'),
    companyName: z
      .string()
      .optional()
      .describe('The name that is shown where the grower consents; absent if there is none.'),
    showSvcUserName: z.boolean().describe('Whether the page shows the name of the service user.'),
    disconnectEnabled: z.boolean().describe('Whether the grower may disconnect providers.'),
  })
  .meta({ id: 'LinkSettings' });

export type LinkSettings = z.infer<typeof linkSettingsSchema>;

/** Settings with their defaults filled in. */
export function linkSettings({
  disconnectedEnabled: _,
  ...given
}: z.output<typeof givenSettingsSchema> = {}): LinkSettings {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { backgroundColor: '#F5F5F5', showSvcUserName: false, disconnectEnabled: false, ...named };
}
