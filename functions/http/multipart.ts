import { Problem } from '../../domain/errors.ts';
import type { UploadedPart } from './exchange.ts';

interface FormPart {
  name: string | undefined;
  /** Absent on a plain field; empty when a form was sent without choosing a file. */
  fileName: string | undefined;
  contentType: string;
  content: Buffer;
}

/**
 * The file in the named part of a multipart body (RFC 7578). Node's own parser takes what browsers send and little
 * else: parameters without quotes, quotes behind a backslash and `filename*` come from common clients.
 */
export function readMultipart(body: Buffer, contentType: string, part: string): UploadedPart {
  const files = partsOf(body, boundaryOf(contentType)).filter(({ name, fileName }) => name === part && fileName);
  const [file, second] = files;
  if (second) throw new Problem('invalid', `Send one file in the part ${part}; this form has ${files.length}.`);
  if (!file?.fileName) {
    throw new Problem('invalid', `The form has no file in a part called ${part}.`, { errorKey: 'fileMissing' });
  }
  return { fileName: file.fileName, contentType: file.contentType, content: file.content };
}

/** The texts of a form that stand under these names; what is given twice counts once, as it was given last. */
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
  // The first delimiter has no line break before it when nothing stands before it.
  const first = Buffer.from(`--${boundary}`);
  let at = body.subarray(0, first.length).equals(first) ? first.length : after(body, delimiter, 0);
  const parts: FormPart[] = [];
  while (body.toString('latin1', at, at + 2) !== '--') {
    const head = after(body, '\r\n', at);
    const content = body.toString('latin1', head, head + 2) === '\r\n' ? head + 2 : after(body, '\r\n\r\n', head);
    at = after(body, delimiter, content);
    parts.push(formPart(body.toString('utf8', head, content), body.subarray(content, at - delimiter.length)));
  }
  return parts;
}

/** Where the first occurrence of a mark ends. */
function after(body: Buffer, mark: string | Buffer, from: number): number {
  const found = body.indexOf(mark, from);
  return found < 0 ? malformed() : found + mark.length;
}

function formPart(head: string, content: Buffer): FormPart {
  const [, disposition = ''] = head.match(/^content-disposition:(.*)$/im) ?? [];
  const [, type = 'application/octet-stream'] = head.match(/^content-type:\s*(.*?)\s*$/im) ?? [];
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of disposition.matchAll(
    /;\s*([\w*]+)=(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/g,
  )) {
    parameters.set(name.toLowerCase(), quoted === undefined ? plain : unescaped(quoted));
  }
  const fileName = extended(parameters.get('filename*')) ?? parameters.get('filename');
  return { name: parameters.get('name'), fileName, contentType: type, content };
}

/** Browsers write quotes and line breaks as `%22`, `%0D` and `%0A`, others put a backslash before quotes. */
function unescaped(text: string): string {
  const plain = text.replace(/\\(["\\])/g, '$1');
  return plain.replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
}

/** The value of `filename*`, such as `UTF-8''f%C3%A9.zip` (RFC 8187). */
function extended(value: string | undefined): string | undefined {
  const [, encoded] = value?.match(/^utf-8'[^']*'(.*)$/i) ?? [];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function malformed(): never {
  const detail = 'The multipart body cannot be read. Check its boundary, and that it was not cut off.';
  throw new Problem('invalid', detail, { errorKey: 'malformedMultipart' });
}
