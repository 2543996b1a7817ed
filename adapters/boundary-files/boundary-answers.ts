import * as z from 'zod';
import type { BoundarySet } from '../../domain/boundary-files/boundary-set.ts';
import type { ConvertedField, ConvertedSet } from '../../domain/boundary-files/converted-set.ts';
import { converterFormatSchema } from '../../domain/boundary-files/converter-format.ts';
import { boundaryLimits } from '../../domain/boundary-files/limits.ts';
import { boundaryProblemSchema } from '../../domain/boundary-files/problem.ts';
import type { MultiPolygon } from '../../domain/geometry/multi-polygon.ts';
import type { FoundSets, ReadSet } from './boundary-services.ts';

/*
 * What a process that reads foreign files says is looked at before it is believed: a file may have taken the process over, and what it says
 * becomes records.
 */

const count = z.int().nonnegative();
const problems = z.array(boundaryProblemSchema);

const isPosition = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && Number.isFinite(value[0]) && Number.isFinite(value[1]);

/** Checked by hand, since there are many positions. */
const geometry = z.custom<MultiPolygon>((value) => {
  const { type, coordinates } = (value ?? {}) as Partial<MultiPolygon>;
  const isRing = (ring: unknown) => Array.isArray(ring) && ring.every(isPosition);
  const isPolygon = (polygon: unknown) => Array.isArray(polygon) && polygon.every(isRing);
  return type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.every(isPolygon);
});

const field = z.object({
  index: count,
  layer: z.string().optional(),
  feature: count,
  name: z.string().optional(),
  geometry,
  validity: z.literal('VALID'),
  repaired: z.boolean(),
  problems,
}) as z.ZodType<ConvertedField>;

const converted = z.object({
  file: z.string(),
  format: converterFormatSchema,
  fields: z.array(field).max(boundaryLimits.fields + 1),
  fieldCount: count,
  featureCount: count,
  problems,
}) satisfies z.ZodType<ConvertedSet>;

export const readSetSchema: z.ZodType<ReadSet> = z.object({
  set: converted,
  seen: z.array(z.tuple([z.string(), z.string()])),
});

const member = z.object({ name: z.string(), path: z.string(), bytes: count, kind: z.string() });

const foundSets = z.array(
  z.object({
    file: z.string(),
    format: converterFormatSchema,
    members: z.record(z.string(), member),
    path: z.string(),
    problems,
  }),
) as unknown as z.ZodType<BoundarySet[]>;

export const foundSetsSchema: z.ZodType<FoundSets> = z.object({
  sets: foundSets,
  hasMachineData: z.boolean(),
  hasSoilResults: z.boolean(),
});
