/** Far below the five seconds at which the alarm about slow answers fires. */
const slowMilliseconds = 1_000;

interface AnsweredRequest {
  requestId: string;
  /** Undefined for a request that fits no endpoint. */
  endpoint: string | undefined;
  status: number | undefined;
  milliseconds: number;
}

/**
 * Writes one line about a request that failed or was slow. The gateway's access log has every request with its status and time, but knows only the
 * area of its route; the endpoint is found here, by the request's id. No line about other requests: it would cost more than finding the endpoint.
 *
 * @example logIfFailedOrSlow({ requestId, endpoint: 'getField', status: 503, milliseconds: 12 });
 */
export function logIfFailedOrSlow(request: AnsweredRequest): void {
  const { status = 200, milliseconds } = request;
  if (status >= 500 || milliseconds >= slowMilliseconds) console.info(JSON.stringify(request));
}
