import { invalid, notFound } from '../../domain/errors.ts';
import type { ApiKeyDirectory } from '../../domain/keys/api-key-store.ts';
import type { UserDirectory } from '../../domain/users/user-store.ts';
import type { Area, Endpoint } from './endpoint.ts';
import type { Finder } from './existence.ts';

type Users = Partial<Pick<UserDirectory, 'get' | 'existing'>>;

/** The services of an area with an endpoint that takes API keys; without them it does not compile. */
export type KeyServices<A extends Area> =
  'ownerOrApiKey' extends AccessOf<A['endpoints']>
    ? { apiKeys: ApiKeyDirectory; users: Pick<UserDirectory, 'get'> }
    : unknown;
type AccessOf<E extends Record<string, Endpoint>> = { [Id in keyof E]: E[Id]['access'] }[keyof E];

/**
 * The services as a request with an API key may use them: its user is the only one that there is. Finders and handlers that ask for any other
 * then answer as for one that does not exist.
 */
export function servicesForUser<S extends object>(services: S & { users?: Users }, svcUserId: string): S {
  const { users } = services;
  const { get, existing } = users ?? {};
  const isOwn = (id: string) => id === svcUserId;
  return {
    ...services,
    onlyUser: svcUserId,
    users: {
      ...users,
      ...(get && { get: async (ownerId: string, id: string) => (isOwn(id) ? get(ownerId, id) : undefined) }),
      ...(existing && { existing: (ownerId: string, ids: string[]) => existing(ownerId, ids.filter(isOwn)) }),
    },
  };
}

/** Lists are of all users: with an API key, the request has to name the one of the key. The owner's may name any, or none. */
export const userOfKeyInQuery: Finder<
  { query: { svcUserId?: string | undefined } },
  { onlyUser?: string },
  string | undefined
> = async ({ query: { svcUserId } }, { onlyUser }) => {
  if (onlyUser === undefined || svcUserId === onlyUser) return svcUserId;
  if (svcUserId === undefined) throw invalid('#/svcUserId', 'With an API key, svcUserId must be given.');
  throw notFound('user', svcUserId);
};
