import * as z from 'zod';
import type { LinkStore, SealedLink } from '../../../domain/links/link-store.ts';
import { magicLinkSchema, newLinkMembers, type Widget } from '../../../domain/links/magic-link.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import { newServiceUserSchema } from '../../../domain/users/service-user.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { type Finder, userInPath, withExistingUser } from '../../http/existence.ts';
import { userIdInPath } from '../../http/parameters.ts';
import { type LinkType, type LinkTypeName, linkTypes } from './link-types.ts';

/** The rate limit of each endpoint. Links stay for 30 days after their end, so a lost token must not be able to create any number of them. */
const createdPerMinute = 300;
const maxToken = 1_000;

const { externalId, name, email } = newServiceUserSchema.shape;
const readOnly = ['id', 'link', 'widget', 'svcUserId', 'createdAt', 'expiresAt', 'lastAccessedAt', 'usageCount'];
const inPath = z.object({
  magicLinkId: z
    .string()
    .regex(/^[0-9A-Za-z]{45}$/, 'there is no such link')
    .describe('The secret of the link: its `id`, which is the last part of its URL.'),
});
const listQuery = z.strictObject({
  nextPageToken: z
    .string()
    .max(maxToken)
    .regex(/^[\w-]*$/, 'must be taken unchanged from the previous page')
    .optional()
    .describe('The `nextPageToken` of the previous page. `0` or nothing means the first page.'),
});
const ofUser = z.object({ svcUserId: userIdInPath });

const pathOf = ({ segment }: LinkType) => `/magic-link/${segment}` as const;

interface Links {
  links: Pick<LinkStore, 'get'>;
  users: Pick<UserDirectory, 'get'>;
}

/** The link of a widget, if it and its user exist. */
function linkInPath(widget: Widget): Finder<{ params: { magicLinkId: string } }, Links, SealedLink> {
  return async ({ ownerId, params: { magicLinkId } }, { links, users }) => {
    const stored = await links.get(ownerId, widget, magicLinkId);
    return withExistingUser(ownerId, stored, ({ link }) => link, users, ['link', magicLinkId]);
  };
}

/** The members of every new link, with those for providers that the type has. */
type NewLinkShape = {
  expiresIn: (typeof newLinkMembers)['expiresIn'];
  maxUsage: (typeof newLinkMembers)['maxUsage'];
  settings: (typeof newLinkMembers)['settings'];
  allowedProviders: z.ZodType<'All' | (ProviderKey | 'All')[] | undefined>;
  provider: z.ZodType<ProviderKey | undefined>;
};
type NewUserShape = NewLinkShape & {
  externalId: z.ZodString;
  name: z.ZodOptional<typeof name>;
  email: z.ZodOptional<typeof email>;
};

const schemaOf = ({ members }: LinkType) =>
  z.strictObject({ ...newLinkMembers, ...members }) as unknown as z.ZodObject<NewLinkShape, z.core.$strict>;

/** The title of a type after its indefinite article: `an authentication link`. */
function withArticle(title: LinkType['title']): string {
  return `${title.startsWith('a') ? 'an' : 'a'} ${title}`;
}

function listEndpoint(type: LinkType) {
  return {
    method: 'GET',
    path: pathOf(type),
    summary: `List ${type.title}s`,
    description:
      'A page has 20 links, the oldest first. Links stay listed for 30 days after they have ended, unless they were deleted.',
    access: 'owner',
    query: listQuery,
    responses: {
      200: {
        description: 'One page of links.',
        schema: z
          .object({
            items: z.array(magicLinkSchema).describe('The links.'),
            nextPageToken: z.string().nullable().describe('The token of the next page; null on the last page.'),
          })
          .meta({ id: 'MagicLinkPage' }),
      },
    },
  } as const satisfies Endpoint;
}

/** Members that all endpoints of one link share. */
function ofLink(type: LinkType) {
  return {
    path: `${pathOf(type)}/{magicLinkId}`,
    access: 'owner',
    params: inPath,
    exists: { magicLink: linkInPath(type.widget) },
  } as const;
}

function getEndpoint(type: LinkType) {
  return {
    method: 'GET',
    ...ofLink(type),
    summary: `Get ${withArticle(type.title)}`,
    description: 'With its settings, and how often and when it was opened. 404 for a link of another type.',
    responses: { 200: { description: 'The link.', schema: magicLinkSchema } },
  } as const satisfies Endpoint;
}

function createForUserEndpoint(type: LinkType) {
  return {
    method: 'POST',
    path: `/magic-link/users/{svcUserId}/${type.segment}`,
    summary: `Create ${withArticle(type.title)} for a user`,
    description: `The link opens ${type.opens} for everybody who has it: send it only to the grower.`,
    access: 'owner',
    idempotent: true,
    perMinute: createdPerMinute,
    params: ofUser,
    exists: { user: userInPath },
    body: { kind: 'json', schema: schemaOf(type), readOnly, example: { expiresIn: 86_400, ...type.example } },
    responses: createdOf(type),
  } as const satisfies Endpoint;
}

function createEndpoint(type: LinkType) {
  const who = {
    externalId: externalId.unwrap(),
    name: name.optional().describe('The name of the service user that is created.'),
    email: email.optional(),
  };
  return {
    method: 'POST',
    path: pathOf(type),
    summary: `Create ${withArticle(type.title)} for a new or existing user`,
    description:
      'Uses the user with the `externalId` as it is; if there is none, creates one. `name` and `email` of a new user default to the `externalId`.',
    access: 'owner',
    idempotent: true,
    perMinute: createdPerMinute,
    body: {
      kind: 'json',
      schema: schemaOf(type).extend(who) as unknown as z.ZodObject<NewUserShape, z.core.$strict>,
      readOnly,
      example: { externalId: 'grower-17', name: 'Ada Grower', expiresIn: 86_400, ...type.example },
    },
    responses: createdOf(type),
  } as const satisfies Endpoint;
}

const createdOf = ({ segment }: LinkType) =>
  ({
    201: { description: 'The link.', schema: magicLinkSchema, location: `/magic-link/${segment}/{id}` },
  }) as const;

function deleteEndpoint(type: LinkType) {
  return {
    method: 'DELETE',
    ...ofLink(type),
    summary: `Revoke ${withArticle(type.title)}`,
    description: 'Takes effect at once. The API keys of its sessions are revoked with it.',
    responses: { 204: { description: 'Revoked.' } },
  } as const satisfies Endpoint;
}

/** The endpoints of each type, under names that begin with the verb: `listProviderLinks`. */
export type LinkEndpoints = { [Type in LinkTypeName as `list${Type}Links`]: ReturnType<typeof listEndpoint> } & {
  [Type in LinkTypeName as `get${Type}Link`]: ReturnType<typeof getEndpoint>;
} & { [Type in LinkTypeName as `create${Type}LinkForUser`]: ReturnType<typeof createForUserEndpoint> } & {
  [Type in LinkTypeName as `create${Type}Link`]: ReturnType<typeof createEndpoint>;
} & { [Type in LinkTypeName as `delete${Type}Link`]: ReturnType<typeof deleteEndpoint> };

export const linkEndpoints = Object.fromEntries(
  Object.entries(linkTypes).flatMap(([typeName, type]) => [
    [`list${typeName}Links`, listEndpoint(type)],
    [`get${typeName}Link`, getEndpoint(type)],
    [`create${typeName}LinkForUser`, createForUserEndpoint(type)],
    [`create${typeName}Link`, createEndpoint(type)],
    [`delete${typeName}Link`, deleteEndpoint(type)],
  ]),
) as unknown as LinkEndpoints;
