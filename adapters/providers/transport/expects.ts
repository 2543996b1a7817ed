import type * as z from 'zod';
import { failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { readCapped, TooLarge } from './read-body.ts';
import type { Expected } from './transport.ts';
import type { WireAnswer } from './wire.ts';

/** A page of fields, or the boundaries of one field, whose largest stored shape has about 4 MB. */
const usualBytes = 20_000_000;

/** JSON of a schema. Another shape, no body, and what is not JSON are `malformed`. */
export function jsonOf<S extends z.ZodType>(schema: S, maxBytes = usualBytes): Expected<z.output<S>> {
  return {
    accept: 'application/json',
    isDecoded: true,
    async read(answer, name, seen) {
      const bytes = await readOf(answer, name, maxBytes);
      if (!Buffer.isBuffer(bytes)) return bytes;
      const text = bytes.toString('utf8');
      seen(text);
      return parsed(answer, name, text, schema);
    },
  };
}

function parsed<S extends z.ZodType>(
  { status, headers }: WireAnswer,
  name: string,
  text: string,
  schema: S,
): Outcome<z.output<S>> {
  const more = { status, headers, answered: text.slice(0, 500) };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    return failed('malformed', `${name} answered something that is not JSON.`, { ...more, cause });
  }
  const result = schema.safeParse(document);
  if (result.success) return { kind: 'answered', status, headers, value: result.data };
  const [issue] = result.error.issues;
  const member = issue?.path.join('.') ?? '';
  return failed('malformed', `${name} answered a malformed ${member || 'document'}: ${issue?.message}.`, more);
}

/** Bytes as they are, up to a number of them. */
export function bytesUpTo(maxBytes: number, accept = '*/*'): Expected<Uint8Array> {
  return {
    accept,
    isDecoded: true,
    async read(answer, name) {
      const bytes = await readOf(answer, name, maxBytes);
      if (!Buffer.isBuffer(bytes)) return bytes;
      return { kind: 'answered', status: answer.status, headers: answer.headers, value: bytes };
    },
  };
}

/** An answer whose head says all, such as a 201 with its `Location` or a 204. A short body is read and dropped. */
export const nothing: Expected<undefined> = {
  accept: '*/*',
  isDecoded: true,
  async read(answer, name, seen) {
    const bytes = await readOf(answer, name, usualBytes);
    if (!Buffer.isBuffer(bytes)) return bytes;
    seen(bytes.toString('utf8'));
    return { kind: 'answered', status: answer.status, headers: answer.headers, value: undefined };
  },
};

/** The answer with its body still to come, for files. */
export const opened: Expected<WireAnswer> = {
  accept: '*/*',
  isDecoded: false,
  isStreamed: true,
  read: async (answer) => ({ kind: 'answered', status: answer.status, headers: answer.headers, value: answer }),
};

async function readOf(answer: WireAnswer, name: string, maxBytes: number) {
  try {
    return await readCapped(answer, maxBytes);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const most = maxBytes >= 1_000_000 ? `${maxBytes / 1_000_000} MB` : `${maxBytes} bytes`;
    const { status, headers } = answer;
    return failed('tooLarge', `${name} answered more than ${most}.`, { status, headers, cause: error });
  }
}
