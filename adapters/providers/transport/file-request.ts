import { contentRange, unsatisfiedTotal } from '../../../domain/transport/content-range.ts';
import { type DownloadMark, strongEtag } from '../../../domain/transport/download.ts';
import { type Failure, failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { opened } from './expects.ts';
import { wholeBody } from './read-body.ts';
import type { ProviderRequest, Transport } from './transport.ts';
import type { WireAnswer } from './wire.ts';

/** A file of a provider. */
export interface FileRequest {
  /** Name of the provider in messages. */
  name: string;
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** Bytes of one range, where the provider hands out no more at once. Absent: the rest of the file. */
  rangeBytes?: number;
}

/** The part of a file that a provider sends. */
export interface FileAnswer {
  kind: 'part';
  from: number;
  /** The size of the whole file, if it is known. */
  total: number | undefined;
  etag: string | undefined;
  /** Where this part ends, not included; undefined for the end of the file. */
  to: number | undefined;
  /** Whether an end of the body that comes too early would be noticed. */
  isCounted: boolean;
  body: AsyncIterable<Uint8Array>;
  discard(): void;
}

type Refused =
  | { kind: 'notReady'; retryAfterSeconds: number | undefined }
  | { kind: 'failed'; failure: Failure; total?: number | undefined };

const headMilliseconds = 30_000;

/** Asks for a file from a byte on. A redirect, such as the 307 of John Deere, leads to a signed address, which gets no authorization. */
export async function askRange(
  { name, url, headers, rangeBytes }: FileRequest,
  transport: Transport,
  { from, mark }: { from: number; mark: DownloadMark },
): Promise<FileAnswer | Refused> {
  const range = rangeOf(from, rangeBytes, mark.total);
  const request: ProviderRequest<WireAnswer> = {
    url,
    headers: {
      ...headers,
      ...(range !== undefined && { range }),
      ...(range !== undefined && from > 0 && mark.etag !== undefined && { 'if-range': mark.etag }),
    },
    expects: opened,
    redirects: 'hand back',
    waitMilliseconds: headMilliseconds,
  };
  const first = await transport.send(request);
  const outcome =
    first.kind === 'elsewhere' ? await transport.send({ ...request, url: first.location, address: 'signed' }) : first;
  return answerOf(name, outcome);
}

function rangeOf(from: number, rangeBytes: number | undefined, total: number | undefined): string | undefined {
  if (rangeBytes === undefined) return from === 0 ? undefined : `bytes=${from}-`;
  return `bytes=${from}-${Math.min(from + rangeBytes, total ?? Number.MAX_SAFE_INTEGER) - 1}`;
}

function answerOf(name: string, outcome: Outcome<WireAnswer>): FileAnswer | Refused {
  if (outcome.kind === 'accepted') return { kind: 'notReady', retryAfterSeconds: outcome.retryAfterSeconds };
  if (outcome.kind === 'failed') {
    const total = unsatisfiedTotal(outcome.failure.headers?.['content-range']);
    return { kind: 'failed', failure: outcome.failure, total };
  }
  if (outcome.kind !== 'answered') return failed('unexpected', `${name} answered a file with another redirect or 304.`);
  const { status, headers, value } = outcome;
  if (status !== 200 && status !== 206) {
    value.discard();
    return failed('unexpected', `${name} answered ${status} instead of a file.`, { status, headers });
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    value.discard();
    return failed('malformed', `${name} answered a file in an encoding that was not accepted.`, { status, headers });
  }
  const found = status === 206 ? contentRange(headers['content-range']) : wholeRange(headers['content-length']);
  if (!found) {
    value.discard();
    return failed('malformed', `${name} answered a part of a file without saying which.`, { status, headers });
  }
  return {
    kind: 'part',
    from: found.from,
    to: found.to === undefined ? undefined : found.to + 1,
    total: found.total,
    etag: strongEtag(headers.etag),
    isCounted: found.to !== undefined || headers['transfer-encoding'] === 'chunked',
    body: wholeBody(value),
    discard: () => value.discard(),
  };
}

/** The range of a 200: the whole file. */
function wholeRange(length: string | undefined): { from: number; to: number | undefined; total: number | undefined } {
  const total = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  return { from: 0, to: total === undefined ? undefined : total - 1, total };
}
