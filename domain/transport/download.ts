import type { Failure } from './outcome.ts';

/** A download that has begun, stored so that another worker can go on. */
export interface DownloadMark {
  /** The bucket's id of the multipart upload. */
  uploadId: string;
  /** Bytes of each part but the last. */
  partBytes: number;
  /** The size of the file; absent while the provider has not said it. */
  total?: number | undefined;
  /** The entity tag of the file, if it is strong: parts of different versions must not be joined. */
  etag?: string | undefined;
}

/** Stores marks by the key of the object. */
export interface DownloadMarks {
  get(key: string): Promise<DownloadMark | undefined>;
  put(key: string, mark: DownloadMark): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * How a download ended. `stored`: the object is there, with as many bytes as the provider said; `stopped`: the time was up, and the next one goes on from `bytes`; `notReady` as for
 * a 202; `failed`: what has arrived stays for the next one, unless the file changed while it was read.
 */
export type Downloaded =
  | { kind: 'stored'; bytes: number; contentType: string }
  | { kind: 'stopped'; bytes: number; total: number | undefined }
  | { kind: 'notReady'; retryAfterSeconds: number | undefined }
  | { kind: 'failed'; bytes: number; failure: Failure };

/** Whether an entity tag identifies bytes: weak ones only say that two versions mean the same. */
export function strongEtag(header: string | undefined): string | undefined {
  return header?.startsWith('"') && header.endsWith('"') && header.length > 2 ? header : undefined;
}

/** How many bytes of a download are stored: the parts from the first one on, without a gap. */
export function bytesStored(
  parts: readonly { partNumber: number; sizeBytes: number }[],
  { partBytes, total }: Pick<DownloadMark, 'partBytes' | 'total'>,
): number {
  let bytes = 0;
  const sorted = parts.toSorted((a, b) => a.partNumber - b.partNumber);
  for (const [index, { partNumber, sizeBytes }] of sorted.entries()) {
    const isLast = total !== undefined && bytes + sizeBytes === total;
    if (partNumber !== index + 1 || (sizeBytes !== partBytes && !isLast)) break;
    bytes += sizeBytes;
  }
  return bytes;
}
