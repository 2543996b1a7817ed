import * as z from 'zod';

/** A process whose scene is to be ordered, or whose order is to be looked at. */
const orderMessage = z.object({ ownerId: z.string(), fieldId: z.string(), processId: z.string() });

/** A field whose scenes are to be searched for. */
const searchMessage = z.strictObject({ ownerId: z.string(), fieldId: z.string() });

/** A new API key of an owner. */
const keyMessage = z.strictObject({ ownerId: z.string() });

export const planetMessage = z.union([orderMessage, searchMessage, keyMessage]);

export type PlanetMessage = z.infer<typeof planetMessage>;
export type OrderMessage = z.infer<typeof orderMessage>;
export type PlanetSearchMessage = z.infer<typeof searchMessage>;
