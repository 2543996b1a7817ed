import * as z from 'zod';

/** The body of every error but those of the token endpoint. */
export const problemSchema = z
  .object({
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
  })
  .meta({ id: 'Problem' });

/** Errors of the token endpoint (RFC 6749). */
export const oauthErrorSchema = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'OAuthError' });
