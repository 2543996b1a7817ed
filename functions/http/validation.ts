import type * as z from 'zod';
import { type InvalidMember, Problem } from '../../domain/errors.ts';
import { plainWords } from './zod-error-messages.ts';

/** Findings that one answer names; further ones would not help. */
const reportedUpTo = 20;
/** Findings that the text of a problem tells. */
const toldUpTo = 3;
/** Names of members that the text of a problem lists. */
const listedUpTo = 16;

/** Parses one part of a request, or says which of its members are wrong and why. */
export function validated<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const result = schema.safeParse(value, { reportInput: false, error: plainWords });
  if (result.success) return result.data;
  const unknown = part === 'query' ? 'There is no such parameter.' : 'There is no such member.';
  const errors = result.error.issues.flatMap((issue) => members(issue, unknown)).slice(0, reportedUpTo);
  const others = errors.length - toldUpTo;
  const detail = [
    `The ${part} is not valid.`,
    ...errors.slice(0, toldUpTo).map(finding),
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

function members(issue: z.core.$ZodIssue, unknown: string): InvalidMember[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ pointer: pointer([...issue.path, key]), message: unknown }));
  }
  return [{ pointer: pointer(issue.path), message: issue.message }];
}

function sentence(message: string): string {
  return /[.!?]$|^$/.test(message) ? message : `${message}.`;
}

function pointer(path: readonly PropertyKey[]): string {
  return ['#', ...path.map((segment) => String(segment).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}
