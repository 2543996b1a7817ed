/** A form with one file, as a body of a request. */
export interface MultipartBody {
  bytes: Uint8Array;
  contentType: string;
}

/**
 * Writes a form (RFC 7578) whose file comes first.
 *
 * @param boundary is nowhere in the content; a random text of 16 characters or more.
 */
export function multipartOf(
  file: { field: string; name: string; content: Uint8Array },
  fields: Readonly<Record<string, string>>,
  boundary: string,
): MultipartBody {
  const head =
    `--${boundary}\r\n` +
    `Content-Disposition: form-data; name="${file.field}"; filename="${quoted(file.name)}"\r\n` +
    'Content-Type: application/zip\r\n\r\n';
  const rest = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const tail = `\r\n${rest.join('')}--${boundary}--\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(head), file.content, Buffer.from(tail)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Quotes and line ends are written as browsers write them. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
