/** The result of sending a part: `again` if another attempt may succeed. */
export type PartOutcome = { ok: true } | { ok: false; status: number };

/** A connection without progress for this time is treated as lost, even if the browser has not noticed. */
const stalledAfterMilliseconds = 60_000;

/**
 * Sends a part of a file straight to storage. The browser reads it from disk as it goes, so no part is ever whole in memory. XMLHttpRequest reports
 * how much has been sent; `fetch` does not.
 */
export function sendPart(
  url: string,
  part: Blob,
  { signal, progress }: { signal: AbortSignal; progress(sentBytes: number): void },
): Promise<PartOutcome> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const end = (outcome: PartOutcome) => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    const stall = () => {
      end({ ok: false, status: 0 });
      abort();
    };
    let stalled = setTimeout(stall, stalledAfterMilliseconds);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(stalled);
      stalled = setTimeout(stall, stalledAfterMilliseconds);
      progress(Math.min(loaded, part.size));
    };
    request.onload = () => {
      const { status } = request;
      end(status >= 200 && status < 300 ? { ok: true } : { ok: false, status });
    };
    request.onerror = () => end({ ok: false, status: 0 });
    request.ontimeout = request.onerror;
    request.onabort = () => {
      clearTimeout(stalled);
      reject(new DOMException('aborted', 'AbortError'));
    };
    signal.addEventListener('abort', abort);
    request.open('PUT', url);
    request.send(part);
  });
}
