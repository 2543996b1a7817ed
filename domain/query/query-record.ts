import * as z from 'zod';
import { errorKeySchema } from '../error-key-schema.ts';
import { createdTimeSchema } from '../shared-members.ts';

export const queryStatuses = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;

/** The reason why a query failed, with the members of the problem that a synchronous query would have returned. */
export const queryFailureSchema = z
  .object({
    type: z.string().describe('`urn:furrow:problem:` and the error key.'),
    title: z.string().describe('The kind of error in words.'),
    status: z.int().describe('The HTTP status that a synchronous query would have had.'),
    detail: z.string().describe('The fault, and how to correct it.'),
    errorKey: errorKeySchema,
    code: z.string().optional().describe('The error of the query, for programs; absent if it was another one.'),
  })
  .meta({ id: 'QueryFailure' });

/** An asynchronous query. It is stored for a day, together with its result. */
export const queryRecordSchema = z
  .object({
    id: z.uuid().describe('Id of the query.'),
    kind: z.enum(['ROWS', 'GEOPARQUET']).describe('The form of its result.'),
    status: z
      .enum(queryStatuses)
      .describe(
        '`QUEUED`: waits for a slot. `RUNNING`: is being computed. `SUCCEEDED`: its result can be read. `FAILED`: `problem` says why. `CANCELLED`: it was cancelled.',
      ),
    createdTime: createdTimeSchema,
    startedTime: z.iso.datetime().optional().describe('When it began to run, in UTC; absent before.'),
    endedTime: z.iso.datetime().optional().describe('When it ended, in UTC; absent before.'),
    expiresTime: z.iso.datetime().describe('When the query and its result are deleted.'),
    handling: z
      .literal('lenient')
      .optional()
      .describe('Present if the request accepted a cut result with `Prefer: handling=lenient`.'),
    rows: z.int().optional().describe('The number of rows of the result.'),
    bytes: z.int().optional().describe('The size of the whole result.'),
    truncated: z
      .boolean()
      .optional()
      .describe(
        'Whether the result was cut: the query had more rows than a result can hold, and `handling` is `lenient`.',
      ),
    problem: queryFailureSchema.optional().describe('Why the query failed.'),
  })
  .meta({ id: 'Query' });

export type QueryRecord = z.infer<typeof queryRecordSchema>;

/** How long a query and its result are stored, counted from its request. */
export const queryRetentionMilliseconds = 24 * 60 * 60_000;
