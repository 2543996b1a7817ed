import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { type ProviderKey, providers } from '../providers/providers.ts';
import { svcUserIdSchema } from '../shared-members.ts';
import { givenSettingsSchema, linkSettings, linkSettingsSchema } from './link-settings.ts';

const minSeconds = 900;
/** A leap year. */
const maxSeconds = 366 * 24 * 60 * 60;
const maxUsages = 1_000_000;

/** The page of a link: the list of providers, the consent at one provider, or the upload of files. */
export const widgets = ['PROVIDER', 'AUTHENTICATION', 'FILEUPLOAD'] as const;
export type Widget = (typeof widgets)[number];

/** The providers that growers connect on hosted pages. */
export const linkProviders = providers.filter(({ inLinks }) => inLinks).map(({ key }) => key) as [
  ProviderKey,
  ...ProviderKey[],
];

/** Means all providers that the owner has app keys for. */
export const allProviders = 'All';

const notAccepted = (input: unknown) =>
  `"${String(input).slice(0, 50)}" is not a provider of links. Providers of links are ${linkProviders.join(', ')}.`;

/** Members that every new link can have. */
export const newLinkMembers = {
  expiresIn: z
    .int()
    .min(minSeconds)
    .max(maxSeconds)
    .default(minSeconds)
    .describe('How many seconds the link is valid; default 900, at most 366 days.'),
  maxUsage: z
    .int()
    .min(1)
    .max(maxUsages)
    .optional()
    .describe('How often the link can be opened; unlimited by default. An addition of Furrow.'),
  settings: givenSettingsSchema.optional().describe('How the page looks, and what the grower may do.'),
};

/** The providers of a provider link. Errors name each provider that is not accepted, which an enum would not do. */
export const allowedProviders = z
  .union([z.literal(allProviders), z.array(z.string().max(100)).min(1).max(50)], {
    error: `must be an array of providers, or "${allProviders}"`,
  })
  .superRefine((wanted, context) => {
    if (wanted === allProviders) return;
    for (const [index, key] of wanted.entries()) {
      if (key === allProviders || (linkProviders as string[]).includes(key)) continue;
      context.addIssue({ code: 'custom', path: [index], message: notAccepted(key) });
    }
  })
  .optional()
  .describe(
    `The providers that the page offers, out of ${linkProviders.join(', ')}. By default and with \`${allProviders}\`, all providers for which you have app keys.`,
  );

/** The provider of an authentication link. */
export const oneProvider = z
  .enum(linkProviders, { error: ({ input }) => (input === undefined ? 'is required' : notAccepted(input)) })
  .describe('The only provider that the page offers.');

/** A hosted page for one service user, accessible to everybody with its URL. */
export const magicLinkSchema = z
  .object({
    id: z.string().describe('A secret: it opens the link.'),
    link: z.url().describe('The URL that the grower opens.'),
    widget: z
      .enum(widgets)
      .describe('The page of the link: the list of providers, the consent at one provider, or the upload of files.'),
    svcUserId: svcUserIdSchema,
    createdAt: z.iso.datetime().describe('When the link was created, in UTC.'),
    expiresAt: z.iso.datetime().describe('When the link ceases to open, in UTC.'),
    lastAccessedAt: z.iso.datetime().nullable().describe('Null until it is opened.'),
    maxUsage: z.int().nullable().describe('Null for a link without a limit.'),
    usageCount: z.int().describe('How often it was opened.'),
    allowedProviders: z.array(z.enum(linkProviders)).optional().describe('Only for provider links.'),
    provider: z.enum(linkProviders).optional().describe('Only for authentication links.'),
    settings: linkSettingsSchema.describe('How the page looks, and what the grower may do, with defaults filled in.'),
  })
  .meta({ id: 'MagicLink' });

export type MagicLink = z.infer<typeof magicLinkSchema>;

/** A link as it is stored. Its `id` is a name, not the secret that opens it. */
export type StoredLink = Omit<MagicLink, 'link'>;

/** The providers of a link: a list, one, or none. */
export type LinkProviders = Pick<StoredLink, 'allowedProviders' | 'provider'>;

/** Members of a new link besides its providers and its user. */
export type NewLink = z.output<z.ZodObject<typeof newLinkMembers>>;

/** The permissions of the keys of a link's sessions. */
export interface LinkGrant extends LinkProviders {
  id: string;
  widget: Widget;
  disconnectEnabled: boolean;
}

/** The record of a new link. */
export function newLink(
  { id, widget, svcUserId, now }: { id: string; widget: Widget; svcUserId: string; now: number },
  { expiresIn, maxUsage, settings }: NewLink,
  chosen: LinkProviders,
): StoredLink {
  return {
    id,
    widget,
    svcUserId,
    createdAt: timestamp(now),
    expiresAt: timestamp(now + expiresIn * 1000),
    lastAccessedAt: null,
    maxUsage: maxUsage ?? null,
    usageCount: 0,
    ...chosen,
    settings: linkSettings(settings),
  };
}

/** A link in responses: with the secret as its `id`, and its URL. */
export function shownLink(link: StoredLink, secret: string, origin: string): MagicLink {
  return { ...link, id: secret, link: `${origin}/link/${secret}` };
}

export function grantOf({ id, widget, allowedProviders, provider, settings }: StoredLink): LinkGrant {
  return {
    id,
    widget,
    ...(allowedProviders && { allowedProviders }),
    ...(provider && { provider }),
    disconnectEnabled: settings.disconnectEnabled,
  };
}

/** The state of a link, visible to its holders. */
export type LinkState = 'open' | 'expired' | 'revoked' | 'exhausted' | 'unknown';

/**
 * The state of a link at a time in milliseconds since 1970.
 *
 * @example stateOf(link, Date.parse(link.expiresAt)) // 'expired'
 */
export function stateOf({ expiresAt, maxUsage, usageCount }: StoredLink, now: number): LinkState {
  if (Date.parse(expiresAt) <= now) return 'expired';
  return maxUsage !== null && usageCount >= maxUsage ? 'exhausted' : 'open';
}

/** How long a link is kept after its end, so that its page can say why it no longer opens. */
export const keptAfterEndSeconds = 30 * 24 * 60 * 60;

/** How long the key of a session is valid, unless its link ends earlier. */
const sessionMilliseconds = 2 * 60 * 60_000;

export function sessionEnd({ expiresAt }: StoredLink, now: number): string {
  return timestamp(Math.min(now + sessionMilliseconds, Date.parse(expiresAt)));
}
