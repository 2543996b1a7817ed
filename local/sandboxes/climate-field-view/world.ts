import * as z from 'zod';
import { farmFields, farms, field01, jen3, tankMixRate } from '../world/farm.ts';
import type { Outline } from '../world/outlines.ts';
import { sampleNames } from '../world/samples.ts';
import { seededIds } from '../world/seeded.ts';

// Ids of real farms are not all of a version that RFC 9562 knows.
const id = z.guid();
const time = z.iso.datetime();
export const layerKinds = ['asPlanted', 'asHarvested', 'asApplied'] as const;

/** Members of the objects of the world, in which the control adds and changes them. */
export const collections = {
  resourceOwners: z.strictObject({ id, name: z.string(), email: z.string() }),
  farms: z.strictObject({ id, name: z.string() }),
  fields: z.strictObject({ id, name: z.string(), boundaryId: id, resourceOwnerId: id, farmId: id }),
  boundaries: z.strictObject({
    id,
    /** Longitudes and latitudes: for each polygon the outer ring, then its holes. */
    polygons: z.array(z.array(z.array(z.tuple([z.number(), z.number()])).min(4)).min(1)).min(1),
  }),
  layers: z.strictObject({
    id,
    kind: z.enum(layerKinds),
    startTime: time,
    endTime: time,
    createdAt: time,
    updatedAt: time,
    fieldIds: z.array(id),
    resourceOwnerId: id,
    filling: z.union([
      z.strictObject({ sample: z.enum(sampleNames) }),
      z.strictObject({ length: z.int().nonnegative() }),
      z.strictObject({ base64: z.base64() }),
    ]),
  }),
} as const;

export type CollectionName = keyof typeof collections;
export type Item<Name extends CollectionName> = z.infer<(typeof collections)[Name]>;
export type Farm = Item<'farms'>;
export type Field = Item<'fields'>;
export type Boundary = Item<'boundaries'>;
export type Layer = Item<'layers'>;

export const uploadStatuses = ['UPLOADING', 'INVALID', 'PENDING', 'INBOX', 'DECLINED', 'IMPORTING', 'SUCCESS'] as const;

/** A file that a client sends; its bytes are not kept, but those of fields until they are imported. */
export interface Upload {
  id: string;
  contentType: string;
  md5: string;
  length: number;
  metadata?: unknown;
  recipient?: string | undefined;
  status: (typeof uploadStatuses)[number];
  received: number;
  /** Of all bytes, when they have arrived, in hexadecimal. */
  sha256?: string;
}

export interface ClimateWorld extends Record<CollectionName, Map<string, unknown>> {
  resourceOwners: Map<string, Item<'resourceOwners'>>;
  farms: Map<string, Item<'farms'>>;
  fields: Map<string, Field>;
  boundaries: Map<string, Boundary>;
  layers: Map<string, Layer>;
  uploads: Map<string, Upload>;
  /** Numbers of the last change of each object, by which lists are ordered. */
  changes: Map<string, number>;
  /** Whether the grower has shared no field. */
  isNothingSelected: boolean;
  /** What the last page of a list is answered with: the provider's texts allow both. */
  lastPageStatus: 200 | 206;
  nextNumber(): number;
}

/** The number of the last change of an object; lower for what was there from the beginning. */
export function changeOf({ changes }: ClimateWorld, id: string): number {
  return changes.get(id) ?? 0;
}

const made = '2018-05-16T15:04:24.787Z';

/** The world before anybody changes it: the farm of all sandboxes, with a layer of each kind. */
export function firstWorld(seed: string): ClimateWorld {
  const { uuid } = seededIds(seed);
  const owner = { id: uuid('owner of the farm'), name: 'Sandbox Grower', email: 'grower@example.com' };
  const fields = farmFields(uuid).filter(({ isArchived }) => !isArchived);
  const boundaryOf = (field: string) => uuid(`boundary of ${field} at Climate`);
  const own = { resourceOwnerId: owner.id, createdAt: made, updatedAt: made };
  let number = 0;
  const layers: Layer[] = [
    {
      ...own,
      ...{
        id: uuid('layer 1'),
        kind: 'asHarvested',
        startTime: '2017-10-27T08:59:59.139Z',
        endTime: '2017-10-27T09:40:32.319Z',
      },
      ...{ fieldIds: [jen3], filling: { sample: 'harvest-of-jen-3' } },
    },
    {
      ...own,
      ...{
        id: uuid('layer 2'),
        kind: 'asHarvested',
        startTime: '2016-09-19T16:45:10.000Z',
        endTime: '2016-09-19T19:50:25.991Z',
      },
      ...{ fieldIds: [field01], filling: { sample: 'harvest-of-01' } },
    },
    {
      ...own,
      ...{
        id: uuid('layer 3'),
        kind: 'asApplied',
        startTime: '2017-11-29T16:21:32.193Z',
        endTime: '2017-11-29T16:34:31.204Z',
      },
      ...{ fieldIds: [tankMixRate], filling: { sample: 'application-of-tank-mix-rate' } },
    },
    {
      ...own,
      ...{
        id: uuid('layer 4'),
        kind: 'asPlanted',
        startTime: '2017-04-27T14:00:00.000Z',
        endTime: '2017-04-27T14:15:56.000Z',
      },
      ...{ fieldIds: [tankMixRate], filling: { sample: 'seeding-of-tank-mix-rate' } },
    },
  ];
  const world: ClimateWorld = {
    resourceOwners: byId([owner]),
    farms: byId(farms.map(({ id, name }) => ({ id, name }))),
    fields: byId(
      fields.map(({ id, name, farm }) => ({
        id,
        name,
        boundaryId: boundaryOf(id),
        resourceOwnerId: owner.id,
        farmId: farm,
      })),
    ),
    boundaries: byId(fields.map(({ id, outline }) => ({ id: boundaryOf(id), polygons: [outline as Outline] }))),
    layers: byId(layers),
    uploads: new Map(),
    changes: new Map(),
    isNothingSelected: false,
    lastPageStatus: 200,
    nextNumber() {
      number += 1;
      return number;
    },
  };
  for (const one of [...fields, ...layers]) world.changes.set(one.id, world.nextNumber());
  return world;
}

function byId<One extends { id: string }>(items: readonly One[]): Map<string, One> {
  return new Map(items.map((item) => [item.id, item]));
}
