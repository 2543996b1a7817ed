import type * as z from 'zod';
import { notFound, type Resource } from '../../domain/errors.ts';
import type { ServiceUser } from '../../domain/users/service-user.ts';
import type { UserDirectory } from '../../domain/users/user-store.ts';

/** Finds a resource that a request names, or throws the problem that it is not there. */
export type Finder<Named, Services, Found> = (named: Named & { ownerId: string }, services: Services) => Promise<Found>;

/**
 * How an endpoint makes sure that a resource exists which its request names: by a finder, which runs before the handler; by the handler's own
 * write, which is conditional on it (`ownWrite`); or by the handler's own read, which an earlier one would only repeat (`ownRead`). `made`: the
 * endpoint creates the resource, so there is nothing to find.
 */
export type Existence = Finder<never, never, unknown> | 'ownWrite' | 'ownRead' | 'made';

/** The resources that the finders of an endpoint found, by name. */
export type Found<E> = {
  [Name in keyof E as E[Name] extends 'ownWrite' | 'ownRead' | 'made' ? never : Name]: E[Name] extends Finder<
    never,
    never,
    infer Value
  >
    ? Value
    : never;
};

/** The services that one of these finders needs, all of them together. */
export type FinderServices<E> = (
  E extends Finder<never, infer Services, unknown>
    ? (needed: Services) => void
    : never
) extends (needed: infer All) => void
  ? All
  : never;

/**
 * The resources that a path names: `user` and `field` for `/users/{svcUserId}/fields/{fieldId}`, or with `{id}` at its end. A variable with another
 * name, such as that of an artefact, names none.
 */
type NamedIn<Path> = Path extends `${infer Before}/{${infer Variable}}${infer After}`
  ? NameOf<Variable, Before> | NamedIn<After>
  : never;
type NameOf<Variable, Before> = Variable extends 'svcUserId'
  ? 'user'
  : Variable extends 'id'
    ? Before extends `${string}/${infer Singular}s`
      ? Singular
      : never
    : Variable extends `${infer Name}Id`
      ? Name
      : never;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : unknown;
type BodyOf<B> = B extends { schema: infer S extends z.ZodType } ? z.output<S> : unknown;

/** The parts of a request that finders read. */
interface NamedBy<O> {
  ownerId: string;
  params: O extends { params: infer S } ? OutputOf<S> : unknown;
  query: O extends { query: infer S } ? OutputOf<S> : unknown;
  body: O extends { body: infer B } ? BodyOf<B> : unknown;
}

/** A user is always looked up, but for writes that are conditional on it. */
type AllowedFor<O, Name> =
  | ((named: NamedBy<O>, services: never) => Promise<unknown>)
  | (O extends { method: 'GET' } ? never : 'ownWrite')
  | (O extends { method: 'POST' } ? 'made' : never)
  | (Name extends 'user' ? never : 'ownRead');

/** Does not compile for an endpoint whose path names a resource of which `exists` says nothing. */
export type ExistenceDeclared<O> = O extends { path: infer Path; exists: infer E }
  ? { exists: { [Name in NamedIn<Path> | keyof E]: AllowedFor<O, Name> } }
  : O extends { path: infer Path }
    ? [NamedIn<Path>] extends [never]
      ? unknown
      : { exists: { [Name in NamedIn<Path>]: AllowedFor<O, Name> } }
    : unknown;

/** Runs the finders one after another, in the order in which the contract names them: the first that finds nothing answers. */
export async function findAll(
  exists: Readonly<Record<string, Existence>>,
  named: object,
  services: object,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, existence] of Object.entries(exists)) {
    if (typeof existence === 'string') continue;
    found[name] = await existence(named as never, services as never);
  }
  return found;
}

/**
 * The resource that was found. @throws Problem 404 if it does not exist.
 *
 * @example return orNotFound(await farms.get(ownerId, svcUserId, id), 'farm', id);
 */
export function orNotFound<T>(found: T | undefined, resource: Resource, id: string | number): T {
  if (found === undefined) throw notFound(resource, id);
  return found;
}

interface Users {
  users: Pick<UserDirectory, 'get'>;
}

/** Refuses paths below a user that is not there: what the user had may still be waiting to be erased. */
export const userInPath: Finder<{ params: { svcUserId: string } }, Users, ServiceUser> = (
  { ownerId, params },
  { users },
) => existingUser(ownerId, params.svcUserId, users);

export const userById: Finder<{ params: { id: string } }, Users, ServiceUser> = ({ ownerId, params }, { users }) =>
  existingUser(ownerId, params.id, users);

export const userInQuery: Finder<{ query: { svcUserId: string } }, Users, ServiceUser> = (
  { ownerId, query },
  { users },
) => existingUser(ownerId, query.svcUserId, users);

/** The user whose records are listed, or undefined: the list of a user that is not there is empty, as if it belonged to another owner. */
export const listedUserInQuery: Finder<{ query: { svcUserId: string } }, Users, ServiceUser | undefined> = (
  { ownerId, query },
  { users },
) => users.get(ownerId, query.svcUserId);

export const userInBody: Finder<{ body: { svcUserId: string } }, Users, ServiceUser> = ({ ownerId, body }, { users }) =>
  existingUser(ownerId, body.svcUserId, users);

async function existingUser(ownerId: string, id: string, users: Users['users']): Promise<ServiceUser> {
  return orNotFound(await users.get(ownerId, id), 'user', id);
}

interface OfUser {
  svcUserId: string;
}

/**
 * A record whose user exists.
 *
 * @throws Problem 404, the same one for a missing record and a missing user.
 * @example await ofExistingUser(ownerId, await batches.get(ownerId, batchId), users, ['batch', batchId])
 */
export async function ofExistingUser<Stored extends OfUser>(
  ownerId: string,
  record: Stored | undefined,
  users: Users['users'],
  named: [Resource, string | number],
): Promise<Stored> {
  return withExistingUser(ownerId, record, (found) => found, users, named);
}

/** A record that names its user within, unless it, or that user, is not there. @throws Problem 404 for both alike. */
export async function withExistingUser<Stored>(
  ownerId: string,
  record: Stored | undefined,
  within: (record: Stored) => OfUser,
  users: Users['users'],
  [resource, id]: [Resource, string | number],
): Promise<Stored> {
  const found = orNotFound(record, resource, id);
  orNotFound(await users.get(ownerId, within(found).svcUserId), resource, id);
  return found;
}
