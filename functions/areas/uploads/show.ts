import type { z } from 'zod';
import { Problem } from '../../../domain/errors.ts';
import type { Entry, entrySchema } from '../../../domain/uploads/entry.ts';
import type { Upload, uploadSchema } from '../../../domain/uploads/upload.ts';
import type { RequestContext } from '../../http/exchange.ts';
import { problemDocument, problemType } from '../../http/problem.ts';
import { uploadsApi } from './api.ts';

/** The path of an upload, below the base. */
export function uploadPath(uploadId: string): string {
  return `${uploadsApi.base}/upload/${uploadId}`;
}

/** An upload as it is answered, with addresses from the request's own base. */
export function shownUpload(request: RequestContext, upload: Upload): z.input<typeof uploadSchema> {
  return { ...upload, ...original(request, upload.id) };
}

/** An entry as it is answered. */
export function shownEntry(request: RequestContext, entry: Entry): z.input<typeof entrySchema> {
  const path = `${uploadPath(entry.uploadId)}/entries`;
  const createFieldErrorDetails = entry.problems
    .filter(({ severity }) => severity === 'error')
    .map(({ file, layer, feature, code, message, hint }) => {
      const document = problemDocument(new Problem('invalid', message), { path, requestId: request.requestId });
      const key = { type: problemType(code), errorKey: code };
      return JSON.stringify({ ...document, ...key, file, layer, feature, hint });
    });
  return { ...entry, ...original(request, entry.uploadId), createFieldErrorDetails };
}

function original(request: RequestContext, uploadId: string) {
  const url = `${request.base}${uploadPath(uploadId)}/original`;
  return { originalFileUrl: url, downloadOriginalFileUrl: url };
}
