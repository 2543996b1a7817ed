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

/**
 * A decimal number in a query string.
 *
 * @example const base = decimal(-10, 30).optional();
 */
export function decimal(from: number, to: number) {
  const message = `must be a number from ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`;
  return z
    .string()
    .regex(/^-?\d{1,12}(?:\.\d{1,9})?$/, message)
    .transform(Number)
    .pipe(z.number().min(from, message).max(to, message));
}

/** `true` or `false` in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A calendar day, such as `2026-05-01`. Days that no calendar has are refused. */
export const day = z.iso.date('must be a day such as 2026-05-01');

const isoInstant = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true, local: true }),
  // The form above requires seconds before a zone.
  z.iso.datetime({ offset: true, precision: -1 }),
]);

/**
 * Milliseconds since 1970 of a day or a time in ISO 8601, UTC if it has no zone; undefined for any other text, and for a
 * day that no calendar has, which `Date.parse` would move into the next month. A `+` of a zone arrives as a space if the
 * caller did not escape it.
 */
function millisecondsOf(text: string): number | undefined {
  const written = text.toUpperCase().replace(' ', '+');
  const known = isoInstant.safeParse(
    /[+-]\d{4}$/.test(written) ? `${written.slice(0, -2)}:${written.slice(-2)}` : written,
  );
  if (!known.success) return undefined;
  const isZoned = /Z$|[+-]\d\d:\d\d$/.test(known.data) || !known.data.includes('T');
  return Date.parse(isZoned ? known.data : `${known.data}Z`);
}

/** Schema of a point in time; `endOfDay` takes a day without a time for its last millisecond. */
function instantSchema({ endOfDay }: { endOfDay: boolean }) {
  return z
    .string()
    .max(40)
    .transform((text, context) => {
      const milliseconds = millisecondsOf(text);
      if (milliseconds !== undefined) return milliseconds + (endOfDay && day.safeParse(text).success ? lastOfDay : 0);
      context.addIssue({
        code: 'custom',
        message: 'must be an ISO 8601 day or time, such as 2026-05-01 or 2026-05-01T12:00:00.000Z',
      });
      return z.NEVER;
    });
}

const lastOfDay = 86_399_999;

/** A point in time, as a day or a time in ISO 8601, UTC if it has no zone. Converted to milliseconds since the epoch. */
export const instant = instantSchema({ endOfDay: false });

/** The last point of a span of time; a day without a time includes the whole day. Converted to milliseconds since the epoch. */
export const lastInstant = instantSchema({ endOfDay: true });

/**
 * The refinement that refuses a span of time that ends before it begins.
 *
 * @example z.strictObject({ from: instant.optional(), to: instant.optional() }).refine(...inOrder('from', 'to'))
 */
export function inOrder<From extends string, To extends string>(from: From, to: To) {
  type Span = { [Name in From | To]?: number | string | undefined };
  const isInOrder = ({ [from]: first, [to]: last }: Span) => first === undefined || last === undefined || first <= last;
  const refusal: { path: string[]; error: string } = { path: [to], error: `must not be before ${from}` };
  return [isInOrder, refusal] as const;
}

/** A text filter of a list; matches exactly. */
export const textFilter = z.string().max(255).optional();

/** Filters a list by service user. */
export const userFilter = z.uuid().toLowerCase().optional().describe('Only what belongs to this service user.');

/** The filter that the parameters of a list describe. */
export type FilterOf<Parameters extends z.core.$ZodLooseShape> = z.output<z.ZodObject<Parameters>>;
