import * as z from 'zod';
import { type Call, polygonsSchema } from './call.ts';
import type { Farm, Upload } from './world.ts';

export const fieldType = 'application/vnd.climate.field.geojson';
const maxPoints = 10_000;
const maxBytes = 5 * 1024 * 1024;

const featureSchema = z.looseObject({
  type: z.literal('Feature'),
  geometry: polygonsSchema,
  properties: z.looseObject({
    fieldName: z.string().min(1),
    farmName: z.string().min(1).default('default'),
    clientName: z.string().min(1).default('default'),
  }),
});
type Feature = z.infer<typeof featureSchema>;

/** Fields in uploads, which are kept until they have been imported. */
export function uploadedFields() {
  const sent = new Map<string, Buffer[]>();

  /** Undefined for what the provider's texts do not allow. */
  const read = (id: string): Feature | undefined => {
    try {
      const { data } = featureSchema.safeParse(JSON.parse(Buffer.concat(sent.get(id) ?? []).toString('utf8')));
      return data && data.geometry.polygons.flat(2).length <= maxPoints ? data : undefined;
    } catch {
      return undefined;
    }
  };

  return {
    add({ id, length }: Upload, part: Buffer): void {
      if (length <= maxBytes) sent.set(id, [...(sent.get(id) ?? []), part]);
    },

    isValid: ({ id }: Upload): boolean => read(id) !== undefined,

    /** Makes a field, in a farm of this name, of what was sent. */
    store({ world, uuid }: Call, { id }: Upload): void {
      const feature = read(id);
      sent.delete(id);
      const [owner] = world.resourceOwners.values();
      if (!feature || !owner) return;
      const { fieldName, farmName } = feature.properties;
      const made = (kind: string) => uuid(`${kind} ${world.nextNumber()}`);
      const known = [...world.farms.values()].find(({ name }) => name === farmName);
      const farm: Farm = known ?? { id: made('farm'), name: farmName };
      const boundary = { id: made('boundary'), polygons: feature.geometry.polygons };
      const field = { id: made('field'), name: fieldName, boundaryId: boundary.id, resourceOwnerId: owner.id };
      world.farms.set(farm.id, farm);
      world.boundaries.set(boundary.id, boundary);
      world.fields.set(field.id, { ...field, farmId: farm.id });
      world.changes.set(field.id, world.nextNumber());
    },
  };
}
