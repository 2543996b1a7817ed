import type { Owner } from '../../../domain/access/owner.ts';
import { invalid, notFound, Problem } from '../../../domain/errors.ts';
import type { Commit } from '../../../domain/idempotency.ts';
import { chosenProviders } from '../../../domain/links/link-providers.ts';
import { linkScope, type SealedLink } from '../../../domain/links/link-store.ts';
import { type MagicLink, newLink, shownLink } from '../../../domain/links/magic-link.ts';
import { findOrCreateUser } from '../../../domain/users/find-or-create.ts';
import type { Handler, Handlers, Input, RequestContext } from '../../http/exchange.ts';
import type { LinkEndpoints } from './link-endpoints.ts';
import { type LinkType, linkTypes } from './link-types.ts';
import type { LinksServices } from './services.ts';

type HandlerOf<Name extends keyof LinkEndpoints> = Handler<LinkEndpoints[Name], LinksServices>;

/** Some clients send it for the first page. */
const firstPage = '0';

function list({ widget }: LinkType): HandlerOf<'listProviderLinks'> {
  return async ({ query: { nextPageToken }, owner, request }, services) => {
    const cursor = nextPageToken === firstPage || nextPageToken === '' ? undefined : nextPageToken;
    const page = await services.links.list(owner.id, widget, cursor).catch(refuseToken);
    const svcUserIds = page.items.map(({ link }) => link.svcUserId);
    const existing = await services.users.existing(owner.id, svcUserIds);
    const shown = page.items.filter(({ link }) => existing.has(link.svcUserId));
    const items = await Promise.all(shown.map((one) => responseOf(owner, request, one, services)));
    return { status: 200, body: { items, nextPageToken: page.next ?? null } };
  };
}

function get(): HandlerOf<'getProviderLink'> {
  return async ({ found, owner, request }, services) => ({
    status: 200,
    body: await responseOf(owner, request, found.magicLink, services),
  });
}

function createForUser(type: LinkType): HandlerOf<'createProviderLinkForUser'> {
  return ({ params: { svcUserId }, body, owner, request, once }, services) =>
    once<MagicLink>(
      async (commit) => {
        const providers = await chosenProviders(type.widget, body, () => services.appKeys.providers(owner.id));
        const id = services.newId();
        const made = await create(type, { id, owner, svcUserId, request, commit }, { body, providers }, services);
        if (!made) throw notFound('user', svcUserId);
        return made;
      },
      (made) => ({ status: 201, body: made }),
    );
}

/** Checks the request before it creates a user. */
function createWithUser(type: LinkType): HandlerOf<'createProviderLink'> {
  return ({ body, owner, request, once }, services) =>
    once<MagicLink>(
      async (commit) => {
        const { externalId, name = externalId, email = externalId } = body;
        // Before the user's, which a repeated run may not need: each run gives the link the same id.
        const id = services.newId();
        const providers = await chosenProviders(type.widget, body, () => services.appKeys.providers(owner.id));
        const { id: svcUserId } = await findOrCreateUser(owner.id, { externalId, name, email }, services);
        const made = await create(type, { id, owner, svcUserId, request, commit }, { body, providers }, services);
        if (!made) throw new Problem('conflict', 'The user was deleted at the same moment. Send the request again.');
        return made;
      },
      (made) => ({ status: 201, body: made }),
    );
}

function revoke(): HandlerOf<'deleteProviderLink'> {
  return async ({ params: { magicLinkId }, found, owner }, { links }) => {
    if (!(await links.revoke(owner.id, found.magicLink.link, magicLinkId))) throw notFound('link', magicLinkId);
    return { status: 204 };
  };
}

/** Undefined when the user has been deleted. */
async function create(
  { widget }: LinkType,
  {
    id,
    owner,
    svcUserId,
    request,
    commit,
  }: { id: string; owner: Owner; svcUserId: string; request: RequestContext; commit: Commit<MagicLink> },
  {
    body,
    providers,
  }: Pick<Input<LinkEndpoints['createProviderLinkForUser']>, 'body'> & {
    providers: Awaited<ReturnType<typeof chosenProviders>>;
  },
  { links, linkSecrets, sealer, clock }: LinksServices,
): Promise<MagicLink | undefined> {
  const { secret, hash } = linkSecrets.make();
  const link = newLink({ id, widget, svcUserId, now: clock.now() }, body, providers);
  const sealed = await sealer.seal(linkScope(owner.id, link), secret);
  const made = shownLink(link, secret, originOf(request));
  return (await links.create(owner.id, { link, sealed }, hash, await commit(made))) ? made : undefined;
}

/** A link as its owner sees it. */
async function responseOf(
  { id }: Owner,
  request: RequestContext,
  { link, sealed }: SealedLink,
  { sealer }: LinksServices,
): Promise<MagicLink> {
  return shownLink(link, await sealer.open(linkScope(id, link), sealed), originOf(request));
}

/** Links are the same under both bases. */
function originOf({ base }: RequestContext): string {
  return base.replace(/\/v2$/, '');
}

function refuseToken(error: unknown): never {
  if (!(error instanceof Problem) || error.errorKey !== 'cursorInvalid') throw error;
  const message =
    'The token does not belong to this list. Take nextPageToken unchanged from the previous page, or omit it.';
  throw invalid('#/nextPageToken', message, 'cursorInvalid');
}

/** The handlers of every type. */
export const linkHandlers = Object.fromEntries(
  Object.entries(linkTypes).flatMap(([name, type]) => [
    [`list${name}Links`, list(type)],
    [`get${name}Link`, get()],
    [`create${name}LinkForUser`, createForUser(type)],
    [`create${name}Link`, createWithUser(type)],
    [`delete${name}Link`, revoke()],
  ]),
) as unknown as Handlers<LinkEndpoints, LinksServices>;
