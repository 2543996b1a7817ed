import * as z from 'zod';

/** A table that queries may name. */
export const tableSchema = z
  .object({
    name: z.string(),
    description: z.string().describe('What a row is, and when it comes and goes.'),
    updatedTime: z.iso
      .datetime()
      .optional()
      .describe(
        'When its rows changed the last time; absent where none ever came, and for tables that are nobody’s own.',
      ),
    columns: z.array(
      z.object({
        name: z.string(),
        type: z.string().describe('In GoogleSQL.'),
        description: z.string().optional(),
        unit: z.string().optional().describe('Of its numbers, if they all have the same.'),
      }),
    ),
  })
  .meta({ id: 'QueryTable' });
