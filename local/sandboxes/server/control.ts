import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { countedCalls } from './calls.ts';
import { jsonOf, type SandboxAnswer, type SandboxRequest } from './exchange.ts';
import { type Faults, faultSchema, type limitOfCalls } from './faults.ts';
import { findRoute } from './routes.ts';
import type { SandboxClock } from './sandbox-clock.ts';

/** A part of the control that belongs to one wire. */
export interface ControlRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /**
   * Answers with JSON, or with 404 if the result is undefined.
   *
   * @throws z.ZodError for a wrong body, which is answered with 400.
   */
  run(body: unknown, parameters: Record<string, string>): unknown;
}

interface Parts {
  faults: Faults;
  limit: ReturnType<typeof limitOfCalls>;
  calls: ReturnType<typeof countedCalls>;
  clock: SandboxClock;
  speed: Speed;
}

/** How fast bodies of requests are read; absent for as fast as they come. */
export interface Speed {
  bytesPerSecond?: number | undefined;
}

const limitSchema = z.strictObject({ perMinute: z.int().nonnegative().nullable() });
const clockSchema = z.strictObject({ skewMilliseconds: z.number() });
const speedSchema = z.strictObject({ bytesPerSecond: z.number().positive().nullable() });
const failSchema = z.strictObject({ next: z.array(faultSchema).max(1000) });

/** The control that all wires have. */
function sharedRoutes({ faults, limit, calls, clock, speed }: Parts): ControlRoute[] {
  return [
    // {} -> { total, kinds, statuses, last }
    { method: 'GET', path: '/control/calls', run: () => calls.read() },
    {
      method: 'DELETE',
      path: '/control/calls',
      run() {
        calls.clear();
        return {};
      },
    },
    // { next: [{ path?, kind?, status?, headers?, body?, isCut?, delayMilliseconds?, times? }] } -> {}: faults of the next calls, in order.
    {
      method: 'POST',
      path: '/control/faults',
      run(body) {
        for (const fault of failSchema.parse(body).next) faults.add(fault);
        return {};
      },
    },
    {
      method: 'DELETE',
      path: '/control/faults',
      run() {
        faults.clear();
        return {};
      },
    },
    // { perMinute } -> {}: 429 for calls beyond it; null ends the limit.
    {
      method: 'PUT',
      path: '/control/limit',
      run(body) {
        limit.set(limitSchema.parse(body).perMinute ?? undefined);
        return {};
      },
    },
    // { bytesPerSecond } -> {}: reads the bodies of later calls no faster; null ends it.
    {
      method: 'PUT',
      path: '/control/speed',
      run(body) {
        speed.bytesPerSecond = speedSchema.parse(body).bytesPerSecond ?? undefined;
        return {};
      },
    },
    // { skewMilliseconds } -> {}: the clock of the sandbox, ahead of the right one or, if negative, behind it.
    {
      method: 'PUT',
      path: '/control/clock',
      run(body) {
        clock.setSkew(clockSchema.parse(body).skewMilliseconds);
        return {};
      },
    },
  ];
}

/** Only programs on this machine, which call it directly, may use the control; a page in a browser may not. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  const isForwarded = Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  return isLoopback && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(host) && !isForwarded && headers.origin === undefined;
}

export async function answerControl(
  incoming: IncomingMessage,
  request: SandboxRequest,
  routes: readonly ControlRoute[],
  parts: Parts,
): Promise<SandboxAnswer> {
  if (!isLocal(incoming))
    return { status: 403, body: { message: 'The control answers programs on this machine only.' } };
  const found = findRoute([...sharedRoutes(parts), ...routes], request.method, request.path);
  if (found === undefined || found === 'method') {
    return { status: found ? 405 : 404, body: { message: `The control has no ${request.method} ${request.path}.` } };
  }
  const body = request.body.length === 0 ? {} : jsonOf(request);
  try {
    const result = await found.route.run(body, found.parameters);
    return result === undefined
      ? { status: 404, body: { message: `There is nothing at ${request.path}.` } }
      : { status: 200, body: result as object };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { status: 400, body: { message: z.prettifyError(error) } };
  }
}
