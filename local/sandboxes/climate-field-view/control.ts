import * as z from 'zod';
import type { ControlRoute } from '../server/control.ts';
import type { Grants } from '../server/grants.ts';
import { type Boundary, type ClimateWorld, type CollectionName, collections, uploadStatuses } from './world.ts';

const tokensSchema = z.strictObject({ end: z.enum(['access', 'refresh', 'revoked']) });
const stateSchema = z.strictObject({
  isNothingSelected: z.boolean().optional(),
  lastPageStatus: z.literal([200, 206]).optional(),
});
const uploadSchema = z.strictObject({ status: z.enum(uploadStatuses) });
const isCollection = (name: string): name is CollectionName => name in collections;

/** What the control changes in this world. */
export function climateControl(world: ClimateWorld, grants: Grants, uuid: (name: string) => string): ControlRoute[] {
  const changed = (id: string) => world.changes.set(id, world.nextNumber());
  return [
    // {} -> { items }: all objects of a collection.
    {
      method: 'GET',
      path: '/control/world/{collection}',
      run: (_, { collection = '' }) =>
        isCollection(collection) ? { items: [...world[collection].values()] } : undefined,
    },
    // Members of an object -> the object: adds one, which has to be complete, or changes members of one. Boundaries never change: fields get a new one.
    {
      method: 'PUT',
      path: '/control/world/{collection}/{id}',
      run(body, { collection = '', id = '' }) {
        if (!isCollection(collection)) return undefined;
        const items = world[collection] as Map<string, object>;
        const changes = z.record(z.string(), z.unknown()).parse(body);
        const item = collections[collection].parse({ ...items.get(id), ...changes, id });
        if (collection === 'boundaries' && items.has(id)) return replaced(item as Boundary);
        items.set(id, item);
        changed(id);
        return item;
      },
    },
    {
      method: 'DELETE',
      path: '/control/world/{collection}/{id}',
      run: (_, { collection = '', id = '' }) =>
        isCollection(collection) && world[collection].delete(id) ? {} : undefined,
    },
    // { isNothingSelected?, lastPageStatus? } -> {}
    {
      method: 'PUT',
      path: '/control/state',
      run(body) {
        const { isNothingSelected = world.isNothingSelected, lastPageStatus = world.lastPageStatus } =
          stateSchema.parse(body);
        Object.assign(world, { isNothingSelected, lastPageStatus });
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
    // {} -> { items }: what clients have sent.
    { method: 'GET', path: '/control/uploads', run: () => ({ items: [...world.uploads.values()] }) },
    // { status } -> the upload: what the provider, or the one that it was sent to, decides.
    {
      method: 'PUT',
      path: '/control/uploads/{id}',
      run(body, { id = '' }) {
        const upload = world.uploads.get(id);
        return upload && Object.assign(upload, uploadSchema.parse(body));
      },
    },
  ];

  function replaced({ id, polygons }: Boundary): Boundary {
    const boundary = { id: uuid(`boundary ${world.nextNumber()}`), polygons };
    world.boundaries.set(boundary.id, boundary);
    for (const field of world.fields.values()) {
      if (field.boundaryId !== id) continue;
      field.boundaryId = boundary.id;
      changed(field.id);
    }
    return boundary;
  }
}
