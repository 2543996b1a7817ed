import { Problem } from '../../../domain/errors.ts';

/** The header lines of one part of a form, at most, in bytes. Names of files have 255 characters. */
export const maxPartHeaderBytes = 8 * 1024;

export interface PartHeaders {
  name: string | undefined;
  /** Absent on a plain field; empty when a form was sent without choosing a file. */
  fileName: string | undefined;
  contentType: string | undefined;
}

const parameter = /;\s*([\w*]+)=(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/g;

/**
 * The headers of a part (RFC 7578), from its lines without the empty one.
 *
 * @throws Problem where a control character is among them, which no header may hold
 */
export function readPartHeaders(lines: string): PartHeaders {
  const values = new Map<string, string>();
  for (const line of lines.split('\r\n')) {
    if (/[^\P{Cc}\t]/u.test(line)) throw controlCharacter();
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !values.has(name)) values.set(name, line.slice(colon + 1).trim());
  }
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of (values.get('content-disposition') ?? '').matchAll(parameter)) {
    parameters.set(name.toLowerCase(), quoted === undefined ? plain : unescaped(quoted));
  }
  return {
    name: parameters.get('name'),
    fileName: extended(parameters.get('filename*')) ?? parameters.get('filename'),
    contentType: asciiOnly(values.get('content-type')),
  };
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

/** A media type has no other characters, and it goes on to S3 as a header. */
function asciiOnly(type: string | undefined): string | undefined {
  return type && /^[ -~]+$/.test(type) ? type : undefined;
}

function controlCharacter(): Problem {
  const detail =
    'A header of a part of the multipart form contains a control character. Send the file under a name without control characters.';
  return new Problem('invalid', detail, { errorKey: 'malformedMultipart' });
}
