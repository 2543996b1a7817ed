import type * as z from 'zod';
import { type InvalidMember, Problem } from '../../domain/errors.ts';
import { nearest } from '../../sql/nearest.ts';

/** Findings that one answer names; further ones would not help. */
const reportedUpTo = 20;
/** Findings that the detail of a problem names. */
const maxNamedFindings = 3;
/** Names of members that the text of a problem lists. */
const listedUpTo = 16;

/** Parses one part of a request, or says which of its members are wrong and why. */
export function validated<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const result = schema.safeParse(value, { reportInput: false, error: plainWords });
  if (result.success) return result.data;
  const unknown = part === 'query' ? 'There is no such parameter.' : 'There is no such member.';
  const errors = result.error.issues.flatMap((issue) => members(issue, unknown, schema)).slice(0, reportedUpTo);
  const others = errors.length - maxNamedFindings;
  const detail = [
    `The ${part} is not valid.`,
    ...errors.slice(0, maxNamedFindings).map(finding),
    ...(others > 0 ? [`And ${others} more: see errors.`] : []),
    ...(errors.some(({ message }) => message === unknown) ? knownNames(schema) : []),
  ].join(' ');
  throw new Problem('invalid', detail, { errors });
}

/** A finding as a sentence, with the name of its member unless the message begins with it. */
function finding({ pointer, message }: InvalidMember): string {
  const name = pointer.slice(2).replaceAll('/', '.');
  return sentence(name === '' || message.startsWith(`${name} `) ? message : `${name}: ${message}`);
}

/** The names of an object's members, where they are few enough to be read. */
function knownNames(schema: z.ZodType): string[] {
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  return names.length > 0 && names.length <= listedUpTo ? [`Known: ${names.join(', ')}.`] : [];
}

function members(issue: z.core.$ZodIssue, unknown: string, schema: z.ZodType): InvalidMember[] {
  if (issue.code === 'unrecognized_keys') {
    const names = namesAt(schema, issue.path);
    return issue.keys.map((key) => {
      const meant = nearest(key, names);
      return {
        pointer: pointer([...issue.path, key]),
        message: meant === undefined ? unknown : `${unknown} Did you mean ${meant}?`,
      };
    });
  }
  return [{ pointer: pointer(issue.path), message: issue.message }];
}

/** The names of the members of the object at a path, where the schema says which; none in unions. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const step of [...path, undefined]) {
    while (at && typeof at === 'object' && !('shape' in at) && !('element' in at) && 'unwrap' in at) {
      at = (at as { unwrap(): unknown }).unwrap();
    }
    const { shape, element } = (at ?? {}) as { shape?: Record<string, unknown>; element?: unknown };
    if (step === undefined) return Object.keys(shape ?? {});
    at = typeof step === 'number' ? element : shape?.[String(step)];
  }
  return [];
}

function sentence(message: string): string {
  return /[.!?]$|^$/.test(message) ? message : `${message}.`;
}

function pointer(path: readonly PropertyKey[]): string {
  return ['#', ...path.map((segment) => String(segment).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The names of zod's types in JSON terms. */
const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const formats: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an email address',
  url: 'an absolute URL',
  datetime: 'an ISO 8601 time such as 2026-05-01T12:00:00.000Z',
  date: 'an ISO 8601 date such as 2026-05-01',
};

const units: Record<string, string> = { string: 'character', array: 'item' };

/** The message for an issue without a message of its own in the schema; undefined falls back to zod's. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : mustBe(kinds[issue.expected]);
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return mustBe(
        issue.values
          .map(String)
          .join(', ')
          .replace(/, ([^,]*)$/, ' or $1'),
      );
    case 'invalid_format':
      return mustBe(formats[issue.format]);
    case 'too_small':
      return limit(issue.inclusive ? 'at least' : 'more than', issue.minimum, issue.origin);
    case 'too_big':
      return limit(issue.inclusive ? 'at most' : 'less than', issue.maximum, issue.origin);
    case 'invalid_union':
      return ofUnion(issue.errors) ?? 'has none of the allowed forms';
    default:
      return undefined;
  }
};

const mustBe = (what: string | undefined) => what && `must be ${what}`;

/** A limit of a length (`must have at most 5 items`) or of a number (`must be at most 5`). */
function limit(relation: string, amount: number | bigint, origin: string): string {
  const unit = units[origin];
  if (!unit) return `must be ${relation} ${amount}`;
  return `must have ${relation} ${amount} ${unit}${Number(amount) === 1 ? '' : 's'}`;
}

/** The message of the only member of a union whose type matches the value. */
function ofUnion(forms: z.core.$ZodIssue[][]): string | undefined {
  const fitting = forms.filter(([issue]) => issue && (issue.code !== 'invalid_type' || issue.path.length > 0));
  const [issues = []] = fitting;
  const [issue] = issues;
  return fitting.length === 1 && issue?.path.length === 0 ? issue.message : undefined;
}
