import * as z from 'zod';
import type { ControlRoute } from '../server/control.ts';
import type { Grants } from '../server/grants.ts';
import { type CollectionName, collections, envelopes, type FieldNetWorld, historyRowSchema, rights } from './world.ts';

const tokensSchema = z.strictObject({ end: z.enum(['access', 'refresh', 'revoked']) });
const stateSchema = z.strictObject({
  envelope: z.enum(envelopes).optional(),
  rights: z.array(z.enum(rights)).optional(),
});
const rowsSchema = z.strictObject({ rows: z.array(historyRowSchema).max(100_000) });
const isCollection = (name: string): name is CollectionName => name in collections;

/** What the control changes in this world. */
export function fieldNetControl(world: FieldNetWorld, grants: Grants): ControlRoute[] {
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
        const items = world[collection] as Map<string, object>;
        const changes = z.record(z.string(), z.unknown()).parse(body);
        const item = collections[collection].parse({ ...items.get(id), ...changes, id });
        items.set(id, item);
        return item;
      },
    },
    {
      method: 'DELETE',
      path: '/control/world/{collection}/{id}',
      run: (_, { collection = '', id = '' }) =>
        isCollection(collection) && world[collection].delete(id) ? {} : undefined,
    },
    // {} -> { rows }: the history of a system.
    { method: 'GET', path: '/control/history/{id}', run: (_, { id = '' }) => ({ rows: world.history.get(id) ?? [] }) },
    // { rows } -> {}: replaces the history of a system.
    {
      method: 'PUT',
      path: '/control/history/{id}',
      run(body, { id = '' }) {
        const { rows } = rowsSchema.parse(body);
        world.history.set(
          id,
          rows.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp)),
        );
        return {};
      },
    },
    // { envelope?, rights? } -> {}: what lists are in, and what the grower has granted.
    {
      method: 'PUT',
      path: '/control/state',
      run(body) {
        const { envelope = world.envelope, rights: granted } = stateSchema.parse(body);
        world.envelope = envelope;
        if (granted) world.rights = new Set(granted);
        return {};
      },
    },
    // { end: access | refresh | revoked } -> {}: ends all tokens that were issued so far.
    {
      method: 'POST',
      path: '/control/tokens',
      run(body) {
        grants.end(tokensSchema.parse(body).end);
        return {};
      },
    },
  ];
}
