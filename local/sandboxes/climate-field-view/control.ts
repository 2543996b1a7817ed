import * as z from 'zod';
import type { ControlRoute } from '../server/control.ts';
import type { Grants } from '../server/grants.ts';
import { tokenRoute, worldRoutes } from '../server/world-routes.ts';
import { type Boundary, type ClimateWorld, collections, uploadStatuses } from './world.ts';

const stateSchema = z.strictObject({
  isNothingSelected: z.boolean().optional(),
  lastPageStatus: z.literal([200, 206]).optional(),
});
const uploadSchema = z.strictObject({ status: z.enum(uploadStatuses) });

/** What the control changes in this world. */
export function climateControl(world: ClimateWorld, grants: Grants, uuid: (name: string) => string): ControlRoute[] {
  const changed = (id: string) => world.changes.set(id, world.nextNumber());
  return [
    ...worldRoutes({
      collections,
      world,
      changed: (_, { id }) => changed(id),
      // Boundaries never change: fields get a new one.
      replace: (collection, item) => (collection === 'boundaries' ? replaced(item as unknown as Boundary) : undefined),
    }),
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
    tokenRoute(grants),
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
