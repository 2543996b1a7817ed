import * as z from 'zod';

/**
 * A document whose members a provider writes in any case. The schema names them in small letters.
 *
 * @example jsonOf(anyCase(z.looseObject({ jobid: z.string() }))); // reads { "jobId": "1" } and { "JobId": "1" }
 */
export function anyCase<S extends z.ZodType>(schema: S) {
  return z.preprocess(withoutCase, schema);
}

function withoutCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), withoutCase(member)]));
}
