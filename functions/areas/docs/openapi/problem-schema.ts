import * as z from 'zod';

/** The body of every error but those of the token endpoint. */
export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What was wrong, where, and what to do.'),
    instance: z.string(),
    message: z.string().describe('Same as `detail`.'),
    path: z.string(),
    errorKey: z.string().describe('Machine-readable.'),
    requestId: z.string(),
    errors: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
    fieldErrors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    code: z.string().optional().describe('Of a query: what is wrong with it, machine-readable.'),
    line: z.int().optional().describe('Of a query: from 1.'),
    column: z.int().optional().describe('Of a query: from 1, in characters.'),
    near: z.string().optional().describe('Of a query: the word or sign at that position.'),
    suggestion: z
      .string()
      .optional()
      .describe('Of a query: a name that exists and is close to the one that was written.'),
    hint: z.string().optional().describe('Of a query: what to write instead.'),
  })
  .meta({ id: 'Problem' });

/** Errors of the token endpoint (RFC 6749). */
export const oauthErrorSchema = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'OAuthError' });
