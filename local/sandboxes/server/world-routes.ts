import * as z from 'zod';
import type { ControlRoute } from './control.ts';
import type { Grants } from './grants.ts';

const changesSchema = z.record(z.string(), z.unknown());
const tokensSchema = z.strictObject({ end: z.enum(['access', 'refresh', 'revoked']) });

type Item = Record<string, unknown> & { id: string };

/** The collections of a world by their names, as schemas of their objects and as the objects by id. */
interface World<Name extends string> {
  collections: Record<Name, z.ZodType>;
  world: Record<NoInfer<Name>, Map<string, unknown>>;
  /** Called after an object was added, changed or removed. */
  changed?(collection: Name, item: Item): void;
  /** Changes an object in a way of its own, and returns what it has become; undefined for those that are changed in place. */
  replace?(collection: Name, item: Item): Item | undefined;
}

/** The control of what a sandbox holds, which all wires have. */
export function worldRoutes<Name extends string>({
  collections,
  world,
  changed,
  replace,
}: World<Name>): ControlRoute[] {
  const isCollection = (name: string): name is Name => Object.hasOwn(collections, name);
  const itemsOf = (collection: Name) => world[collection] as Map<string, Item>;
  return [
    // {} -> { items }: all objects of a collection.
    {
      method: 'GET',
      path: '/control/world/{collection}',
      run: (_, { collection = '' }) =>
        isCollection(collection) ? { items: [...world[collection].values()] } : undefined,
    },
    // Members of an object -> the object: adds one, which has to be complete, or changes members of one.
    {
      method: 'PUT',
      path: '/control/world/{collection}/{id}',
      run(body, { collection = '', id = '' }) {
        if (!isCollection(collection)) return undefined;
        const items = itemsOf(collection);
        const before = items.get(id);
        const item = collections[collection].parse({ ...before, ...changesSchema.parse(body), id }) as Item;
        const replaced = before && replace?.(collection, item);
        if (replaced) return replaced;
        items.set(id, item);
        changed?.(collection, item);
        return item;
      },
    },
    {
      method: 'DELETE',
      path: '/control/world/{collection}/{id}',
      run(_, { collection = '', id = '' }) {
        if (!isCollection(collection)) return undefined;
        const item = itemsOf(collection).get(id);
        if (!item) return undefined;
        itemsOf(collection).delete(id);
        changed?.(collection, item);
        return {};
      },
    },
  ];
}

/** The control of the tokens that a sandbox has issued, which all wires have. */
export function tokenRoute(grants: Grants): ControlRoute {
  return {
    // { end: access | refresh | revoked } -> {}: ends all tokens that were issued so far.
    method: 'POST',
    path: '/control/tokens',
    run(body) {
      grants.end(tokensSchema.parse(body).end);
      return {};
    },
  };
}
