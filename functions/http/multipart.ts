import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { Problem } from '../../domain/errors.ts';
import type { UploadedPart } from './exchange.ts';

/** The file in the named part of a multipart body. */
export function readMultipart(body: Buffer, contentType: string, part: string): Promise<UploadedPart> {
  return new Promise((resolve, reject) => {
    const parts: UploadedPart[] = [];
    let parser: ReturnType<typeof openParser>;
    try {
      parser = openParser(contentType);
    } catch (error) {
      reject(malformed(error));
      return;
    }
    parser.on('file', (field, stream, fileName, _encoding, mimeType) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (error) => reject(malformed(error)));
      stream.on('end', () => {
        if (field === part)
          parts.push({ fileName: fileName ?? '', contentType: mimeType, content: Buffer.concat(chunks) });
      });
    });
    parser.on('error', (error) => reject(malformed(error)));
    parser.on('finish', () => {
      const [file, second] = parts;
      if (!file?.fileName)
        reject(new Problem('invalid', `The form has no file in a part called ${part}.`, { errorKey: 'fileMissing' }));
      else if (second)
        reject(new Problem('invalid', `Send one file in the part ${part}; this form has ${parts.length}.`));
      else resolve(file);
    });
    Readable.from([body]).pipe(parser);
  });
}

function openParser(contentType: string) {
  return new Busboy({ headers: { 'content-type': contentType }, defCharset: 'utf8', limits: { parts: 20 } });
}

function malformed(cause: unknown): Problem {
  return new Problem('invalid', `The multipart body cannot be read: ${(cause as Error).message}`, {
    errorKey: 'malformedMultipart',
    cause,
  });
}
