import * as z from 'zod';

/** Runs an asynchronous query, if it still waits. */
export const queryMessage = z.object({ ownerId: z.string(), queryId: z.string() });

export type QueryMessage = z.infer<typeof queryMessage>;
