import * as z from 'zod';

/**
 * An integer in a query string or a path.
 *
 * @example const size = wholeNumber(1, 100).optional();
 */
export function wholeNumber(from: number, to: number) {
  const message = `must be an integer from ${from} to ${to}`;
  return z
    .string()
    .regex(/^-?\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.int().min(from, message).max(to, message));
}

/** `true` or `false` in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * A point in time in any ISO 8601 form that JavaScript parses, UTC if it has no zone. Converted to milliseconds since
 * the epoch.
 */
export const instant = z
  .string()
  .max(40)
  .transform((text, context) => {
    const zoned = /[zZ]$|[+-]\d\d:?\d\d$/.test(text) || !text.includes('T') ? text : `${text}Z`;
    const milliseconds = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(zoned.replace(' ', '+')) : Number.NaN;
    if (Number.isNaN(milliseconds)) {
      context.addIssue({
        code: 'custom',
        message: 'must be an ISO 8601 day or time, such as 2026-05-01 or 2026-05-01T12:00:00.000Z',
      });
      return z.NEVER;
    }
    return milliseconds;
  });

/** A text filter of a list; matches exactly. */
export const textFilter = z.string().max(255).optional();

/** Filters a list by service user. */
export const userFilter = z.uuid().toLowerCase().optional();

/** The filter that the parameters of a list describe. */
export type FilterOf<Parameters extends z.core.$ZodLooseShape> = z.output<z.ZodObject<Parameters>>;
