import { Problem } from '../../domain/errors.ts';
import type { Clock } from '../clock.ts';
import type { LambdaPool } from '../lambda/create-lambda-pool.ts';
import type { ApiPlan } from '../template/plan-apis.ts';
import { answers, functionAnswer, type HttpAnswer } from './http-answer.ts';
import { type EventContext, httpEvent } from './http-event.ts';
import { type HttpRequest, segmentsOf } from './http-request.ts';
import { problemAnswer } from './problem-answer.ts';
import type { RouteTable } from './route-table.ts';

/** The parts of a gateway. */
export interface Api {
  plan: ApiPlan;
  stages: ReadonlySet<string>;
  findRoute: RouteTable;
  pool: Pick<LambdaPool, 'invoke'>;
  clock: Clock;
  /** Whether a route's integration timeout is enforced. */
  integrationTimeout: boolean;
  log(line: string): void;
}

export type Located = Pick<EventContext, 'stage' | 'rawPath' | 'match'>;

/** Finds the stage and the route of a request. */
export function locate(api: Api, request: HttpRequest): Located | undefined {
  const segments = segmentsOf(request.path);
  const found = splitStage(api.stages, segments);
  const match = found && api.findRoute(request.method, found.rest);
  return match && { stage: found.stage, rawPath: `/${segments.join('/')}`, match };
}

/**
 * Calls the route's function. Always resolves, with API Gateway's own response if the function returns none.
 *
 * @param isGone whether the client has disconnected, so that the function need not be started.
 */
export async function answerRequest(
  api: Api,
  request: HttpRequest,
  located: Located,
  requestId: string,
  isGone: () => boolean,
): Promise<HttpAnswer> {
  const { route } = located.match;
  const event = httpEvent(request, { ...located, apiId: api.plan.id, requestId, now: api.clock.now() });
  const limit = api.integrationTimeout ? limitTime(route.timeoutMilliseconds) : undefined;
  const stillWanted = () => !limit?.isOver && !isGone();
  const call = api.pool.invoke(route.functionName, event, { stillWanted, client: clientOf(request) });
  try {
    const outcome = await (limit ? Promise.race([call, limit.over]) : call);
    if (outcome === 'time is over') {
      api.log(`${route.routeKey}: no answer within ${route.timeoutMilliseconds} ms`);
      return answers.unavailable;
    }
    if (outcome.functionError) return errorAnswer(outcome.payload, located.rawPath, requestId);
    return functionAnswer(outcome.payload);
  } catch (error) {
    api.log(`${route.routeKey}: ${error instanceof Error ? error.message : String(error)}`);
    return answers.internal;
  } finally {
    limit?.stop();
  }
}

/**
 * The function's error is in the log; the client gets only what API Gateway would send. What failed because others had this machine, which never happens on AWS, may be sent
 * again.
 */
function errorAnswer(payload: unknown, path: string, requestId: string): HttpAnswer {
  const { errorType, isBusy } = payload as { errorType?: unknown; isBusy?: unknown };
  if (isBusy === true) return busyAnswer(path, requestId);
  if (errorType === 'RequestEntityTooLarge') return answers.tooLarge;
  if (errorType === 'TooManyRequestsException') return answers.unavailable;
  return answers.internal;
}

/** Stops waiting for the function, which continues as in AWS if it has started. */
function limitTime(milliseconds: number) {
  let timer: NodeJS.Timeout | undefined;
  const limit = {
    isOver: false,
    over: new Promise<'time is over'>((resolve) => {
      timer = setTimeout(() => {
        limit.isOver = true;
        resolve('time is over');
      }, milliseconds);
    }),
    stop: () => clearTimeout(timer),
  };
  return limit;
}

/** A path's stage and the rest of the path. Undefined when no stage matches. */
function splitStage(stages: ReadonlySet<string>, segments: string[]): { stage: string; rest: string[] } | undefined {
  const [first = '', ...rest] = segments;
  if (first !== '$default' && stages.has(first)) return { stage: first, rest: rest.length > 0 ? rest : [''] };
  return stages.has('$default') ? { stage: '$default', rest: segments } : undefined;
}

/**
 * Identifies the client of a request, for sharing instances: the subject of its bearer token, which is not verified yet, or the address that
 * it came from. A forged subject gains nothing, since the function refuses the request.
 */
function clientOf({ headers, sourceIp }: Pick<HttpRequest, 'headers' | 'sourceIp'>): string {
  const [, payload] = (headers.authorization ?? '').split('.');
  try {
    const { sub } = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    if (typeof sub === 'string') return `subject ${sub}`;
  } catch {
    // Not a token of ours.
  }
  return `address ${sourceIp}`;
}

const retryAfterSeconds = 5;
const detail = `This server is busy with other requests, and could not answer this one in time. Send it again in ${retryAfterSeconds} seconds.`;

/** 503 for what waited for too long for an instance of a function or for a processor of this machine. */
function busyAnswer(path: string, requestId: string): HttpAnswer {
  return problemAnswer(new Problem('unavailable', detail, { retryAfterSeconds }), { path, requestId });
}
