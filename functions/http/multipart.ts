import { Problem } from '../../domain/errors.ts';
import type { UploadedPart } from './exchange.ts';

/** The file in the named part of a multipart body. Node's own parser does the work, as in a browser. */
export async function readMultipart(body: Buffer, contentType: string, part: string): Promise<UploadedPart> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(malformed);
  const files = form.getAll(part).filter((value) => typeof value !== 'string');
  const [file, second] = files;
  if (second) throw new Problem('invalid', `Send one file in the part ${part}; this form has ${files.length}.`);
  if (!file?.name) {
    throw new Problem('invalid', `The form has no file in a part called ${part}.`, { errorKey: 'fileMissing' });
  }
  return { fileName: file.name, contentType: file.type, content: Buffer.from(await file.arrayBuffer()) };
}

function malformed(cause: unknown): never {
  const detail = 'The multipart body cannot be read. Check its boundary, and that it was not cut off.';
  throw new Problem('invalid', detail, { errorKey: 'malformedMultipart', cause });
}
