/** What became of a part: `again` where the network or the storage may do better next time. */
export type PartOutcome = { ok: true } | { ok: false; status: number };

/**
 * Sends a part of a file straight to storage. The browser reads it from disk as it goes, so no part is ever whole in memory. `fetch` does not tell how much
 * has been sent, XMLHttpRequest does.
 */
export function sendPart(
  url: string,
  part: Blob,
  { signal, progress }: { signal: AbortSignal; progress(sentBytes: number): void },
): Promise<PartOutcome> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const end = (outcome: PartOutcome) => {
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    request.upload.onprogress = ({ loaded }) => progress(Math.min(loaded, part.size));
    request.onload = () => {
      const { status } = request;
      end(status >= 200 && status < 300 ? { ok: true } : { ok: false, status });
    };
    request.onerror = () => end({ ok: false, status: 0 });
    request.ontimeout = request.onerror;
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) return reject(new DOMException('aborted', 'AbortError'));
    request.open('PUT', url);
    request.send(part);
  });
}
