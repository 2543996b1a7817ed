/** Which requests have a line in the log of their function. A laptop, whose log is a terminal, has those of the second kind alone. */
export type RequestLog = 'all' | 'failedOrSlow';

const slowMilliseconds = 1_000;

/** A request, once it has been answered. */
export interface AnsweredRequest {
  requestId: string;
  /** Undefined for a request that fits no endpoint. */
  endpoint: string | undefined;
  /** Method and path, with the names of variables in place of values: these are ids of people. */
  route: string | undefined;
  /** Id of the owner; undefined for a request without one, and for one that was refused before its token was read. */
  owner: string | undefined;
  status: number | undefined;
  milliseconds: number;
}

/**
 * Writes one line about a request. The gateway's access log knows only the area of its route, and not the owner, whose token the function reads; the id joins both.
 *
 * @example logRequest({ requestId, endpoint: 'getField', route: 'GET /services/fields/api/fields/{id}', owner: owner.id, status: 503, milliseconds: 12 });
 */
export function logRequest(request: AnsweredRequest, kind: RequestLog = 'failedOrSlow'): void {
  const { status = 200, milliseconds } = request;
  if (kind === 'all' || status >= 500 || milliseconds >= slowMilliseconds) console.info(JSON.stringify(request));
}

/** The kind that the variable `REQUEST_LOG` says. */
export function requestLogOf(variable: (name: string) => string | undefined): RequestLog {
  return variable('REQUEST_LOG') === 'failedOrSlow' ? 'failedOrSlow' : 'all';
}
