import { Problem } from '../../../domain/errors.ts';
import type { UploadedPart } from '../exchange.ts';
import { maxPartHeaderBytes, type PartHeaders, readPartHeaders } from './part-headers.ts';

interface FormPart extends PartHeaders {
  content: Buffer;
}

/**
 * The file in the named part of a multipart body (RFC 7578). Node's own parser takes what browsers send and little
 * else: parameters without quotes, quotes behind a backslash and `filename*` come from common clients.
 */
export function readMultipart(body: Buffer, contentType: string, part: string): UploadedPart {
  const [file, ...others] = readMultipartFiles(body, contentType, part);
  if (file && others.length === 0) return file;
  const detail = `Send one file in the part ${part}; this multipart form has ${others.length + 1}.`;
  throw new Problem('invalid', detail);
}

/** The files in all parts of a multipart body with a name, at least one, in the order of the body. */
export function readMultipartFiles(body: Buffer, contentType: string, part: string): [UploadedPart, ...UploadedPart[]] {
  const files = partsOf(body, boundaryOf(contentType)).flatMap(({ name, fileName, contentType: type, content }) =>
    name === part && fileName ? [{ fileName, contentType: type ?? 'application/octet-stream', content }] : [],
  );
  const [file, ...others] = files;
  if (file) return [file, ...others];
  const detail = `The multipart form has no file part with the name ${part}.`;
  throw new Problem('invalid', detail, { errorKey: 'fileMissing' });
}

/** The texts of a form with these names; the last one counts where a name is repeated. */
export function readFormTexts(body: Buffer, contentType: string, names: readonly string[]): Record<string, string> {
  const texts = partsOf(body, boundaryOf(contentType)).flatMap(({ name, fileName, content }) =>
    name !== undefined && fileName === undefined && names.includes(name) ? [[name, content.toString('utf8')]] : [],
  );
  return Object.fromEntries(texts);
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = contentType.match(/;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i) ?? [];
  return quoted ?? plain ?? malformed();
}

function partsOf(body: Buffer, boundary: string): FormPart[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line break before it when it begins the body.
  const first = Buffer.from(`--${boundary}`);
  let at = body.subarray(0, first.length).equals(first) ? first.length : after(body, delimiter, 0);
  const parts: FormPart[] = [];
  while (body.toString('latin1', at, at + 2) !== '--') {
    const head = after(body, '\r\n', at);
    const content = headersEnd(body, head);
    at = after(body, delimiter, content);
    const headers = readPartHeaders(body.toString('utf8', head, content));
    parts.push({ ...headers, content: body.subarray(content, at - delimiter.length) });
  }
  return parts;
}

/** The offset after the first occurrence of a mark. */
function after(body: Buffer, mark: string | Buffer, from: number): number {
  const found = body.indexOf(mark, from);
  return found < 0 ? malformed() : found + mark.length;
}

/** The offset after a part's headers and the empty line that follows them. */
function headersEnd(body: Buffer, from: number): number {
  if (body.toString('latin1', from, from + 2) === '\r\n') return from + 2;
  const found = body.subarray(from, from + maxPartHeaderBytes).indexOf('\r\n\r\n');
  if (found >= 0) return from + found + 4;
  if (body.length - from <= maxPartHeaderBytes) malformed();
  const detail = `The headers of a part of the multipart form have more than ${maxPartHeaderBytes} bytes. Shorten the file's name.`;
  throw new Problem('invalid', detail, { errorKey: 'malformedMultipart' });
}

function malformed(): never {
  const detail = 'The multipart body cannot be read. Check that its boundary is right and that it is complete.';
  throw new Problem('invalid', detail, { errorKey: 'malformedMultipart' });
}
