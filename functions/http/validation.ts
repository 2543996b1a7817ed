import type * as z from 'zod';
import { type InvalidMember, Problem } from '../../domain/errors.ts';
import { plainWords } from './zod-error-messages.ts';

/** Findings that one answer names; further ones would not help. */
const reportedUpTo = 20;

/** Parses one part of a request, or says which of its members are wrong and why. */
export function validated<S extends z.ZodType>(schema: S, value: unknown, part: string): z.output<S> {
  const result = schema.safeParse(value, { reportInput: false, error: plainWords });
  if (result.success) return result.data;
  const unknown = part === 'query' ? 'There is no such parameter.' : 'There is no such member.';
  const errors = result.error.issues.flatMap((issue) => members(issue, unknown)).slice(0, reportedUpTo);
  const first = errors[0];
  const where = first && first.pointer !== '#' ? ` ${first.pointer.slice(2).replaceAll('/', '.')}:` : '';
  throw new Problem('invalid', `The ${part} is not valid.${where} ${sentence(first?.message ?? '')}`.trim(), {
    errors,
  });
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
