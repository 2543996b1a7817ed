import * as z from 'zod';
import { errorKeySchema } from '../../domain/error-key-schema.ts';

/**
 * A problem document (RFC 9457) with the members that existing clients read beside the standard ones: the body of every error but those of the
 * token endpoint.
 */
export const problemSchema = z
  .looseObject({
    type: z.string().describe('`urn:furrow:problem:` and the error key.'),
    title: z.string().describe('The kind of error in words.'),
    status: z.int().describe('The HTTP status.'),
    detail: z.string().describe('What was wrong, where, and what to do.'),
    instance: z.string().describe('The path of the request.'),
    message: z.string().describe('Same as `detail`.'),
    path: z.string().describe('Same as `instance`.'),
    errorKey: errorKeySchema,
    requestId: z.string().describe('Identifies the request; quote it when you report a problem.'),
    errors: z
      .array(
        z.object({
          pointer: z
            .string()
            .describe('Where it is, as a JSON pointer into the body or to the parameter: `#/geometry`.'),
          message: z.string().describe('What is wrong there.'),
        }),
      )
      .optional()
      .describe('Each thing that is not valid; absent if the error is none of validation.'),
    fieldErrors: z
      .array(
        z.object({
          field: z.string().describe('Where it is: `geometry`.'),
          message: z.string().describe('What is wrong there.'),
        }),
      )
      .optional()
      .describe('`errors` with dotted paths instead of pointers.'),
    code: z.string().optional().describe('Queries only: a machine-readable code of the error.'),
    line: z.int().optional().describe('Queries only: the line of the error, from 1.'),
    column: z.int().optional().describe('Queries only: the column of the error in characters, from 1.'),
    near: z.string().optional().describe('Queries only: the word or character at that position.'),
    suggestion: z
      .string()
      .optional()
      .describe('Queries only: an existing name that is similar to the one in the query.'),
    hint: z.string().optional().describe('Queries only: what to write instead.'),
  })
  .meta({ id: 'Problem' });

export type ProblemDocument = z.infer<typeof problemSchema>;

/** Errors of the token endpoint (RFC 6749). */
export const oauthErrorSchema = z
  .object({
    error: z.string().describe('The error, as RFC 6749 names it.'),
    error_description: z.string().describe('What was wrong, and what to do.'),
  })
  .meta({ id: 'OAuthError' });

/** What the gateway in front of the functions says itself, where no function has answered: `{"message":"Service Unavailable"}`. */
export const gatewayMessageSchema = z
  .object({ message: z.string().describe('The error in words of the gateway.') })
  .meta({ id: 'GatewayMessage' });
