import * as z from 'zod';
import { lakeTables, shardNames } from '../../../domain/lake-tables/shard.ts';

const shardMembers = { ownerId: z.string(), table: z.enum(lakeTables), shard: z.enum(shardNames) };

/** Brings a shard up to date, or removes objects that no snapshot of it reads. */
export const tableMessage = z.discriminatedUnion('step', [
  z.object({ step: z.literal('write'), ...shardMembers }),
  z.object({ step: z.literal('forget'), ...shardMembers, ingestIds: z.array(z.string()) }),
]);

export type TableMessage = z.infer<typeof tableMessage>;
