import { maxPartHeaderBytes, type PartHeaders, readPartHeaders } from '../../../functions/http/body/part-headers.ts';
import { s3Error } from '../errors.ts';

export interface FormFile {
  name: string;
  filename: string;
  contentType?: string;
  /** The file as a stream, which must be read to its end before the form continues. */
  bytes: AsyncIterable<Buffer>;
}

export interface FormHead {
  /** Fields before the file, by lower-case name; S3 ignores those after it. */
  fields: Map<string, string>;
  file: FormFile;
}

/** Maximum bytes of the fields. Source: "up to 20 KB of form data" before the file, POST object, S3 API reference. */
const maxFieldBytes = 20 * 1024;
const blankLine = Buffer.from('\r\n\r\n');

/**
 * Reads a `multipart/form-data` body up to its file, which it leaves to be streamed.
 *
 * @throws S3Error MalformedPOSTRequest, MaxPostPreDataLengthExceededError, or InvalidArgument for a form without a file
 */
export async function readForm(contentType: string, source: AsyncIterable<Buffer>): Promise<FormHead> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (!/^multipart\/form-data/i.test(contentType) || name === undefined || name.length > 70) throw malformedForm();
  const scanner = scan(source);
  const delimiter = Buffer.from(`\r\n--${name}`);
  // The first delimiter has no line break before it.
  scanner.prepend(Buffer.from('\r\n'));
  await collect(scanner.until(delimiter), maxPartHeaderBytes);
  const fields = new Map<string, string>();
  let fieldBytes = 0;
  while (!(await scanner.startsWith('--'))) {
    const head = await collect(scanner.until(blankLine), maxPartHeaderBytes);
    const part = readPartHead(head);
    if (part.name.toLowerCase() === 'file') {
      return {
        fields,
        file: { ...part, bytes: scanner.until(delimiter) },
      };
    }
    const value = await collect(scanner.until(delimiter), maxFieldBytes);
    fieldBytes += part.name.length + value.length;
    if (fieldBytes > maxFieldBytes) throw tooLong();
    fields.set(part.name.toLowerCase(), value.toString('utf8'));
  }
  throw s3Error('InvalidArgument', 'POST requires exactly one file upload per request.', {
    ArgumentName: 'file',
    ArgumentValue: '0',
  });
}

function readPartHead(head: Buffer): Omit<FormFile, 'bytes'> {
  const { name, fileName = '', contentType } = readable(head.toString('utf8'));
  if (name === undefined) throw malformedForm();
  return { name, filename: fileName, ...(contentType !== undefined && { contentType }) };
}

function readable(lines: string): PartHeaders {
  try {
    return readPartHeaders(lines);
  } catch {
    throw malformedForm();
  }
}

interface Scanner {
  prepend(bytes: Buffer): void;
  startsWith(text: string): Promise<boolean>;
  /** Streams the bytes before a delimiter, and skips the delimiter. */
  until(mark: Buffer): AsyncGenerator<Buffer>;
}

function scan(source: AsyncIterable<Buffer>): Scanner {
  const iterator = source[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await iterator.next();
    if (next.done) throw malformedForm();
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value]);
  };
  return {
    async startsWith(text) {
      while (buffer.length < text.length) await more();
      return buffer.toString('latin1', 0, text.length) === text;
    },
    prepend(bytes) {
      buffer = Buffer.concat([bytes, buffer]);
    },
    async *until(mark) {
      for (;;) {
        const found = buffer.indexOf(mark);
        if (found >= 0) {
          const before = buffer.subarray(0, found);
          buffer = buffer.subarray(found + mark.length);
          if (before.length > 0) yield before;
          return;
        }
        // The end of the buffer may be the beginning of the delimiter.
        const certain = Math.max(0, buffer.length - mark.length + 1);
        const before = buffer.subarray(0, certain);
        buffer = buffer.subarray(certain);
        if (before.length > 0) yield before;
        await more();
      }
    },
  };
}

async function collect(source: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > max) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function malformedForm() {
  return s3Error('MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart/form-data.');
}

function tooLong() {
  return s3Error(
    'MaxPostPreDataLengthExceededError',
    'Your POST request fields preceding the upload file were too large.',
  );
}
