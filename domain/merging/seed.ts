import * as z from 'zod';

/** A changed field, whose group has to be computed again. */
export const seedSchema = z.object({
  fieldId: z.string(),
  /** A former version of its boundary that is no longer active. */
  boundaryId: z.string().optional(),
  /** The MERGED field that contained it when it was deleted. */
  mergedFieldId: z.string().optional(),
  /** Its bounds when it was deleted. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  /** Other fields of its group, noted before the group is written so that an interrupted run can be completed. */
  related: z.array(z.string()).optional(),
});

export type Seed = z.infer<typeof seedSchema>;
