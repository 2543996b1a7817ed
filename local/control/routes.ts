import * as z from 'zod';
import type { MovableClock } from '../clock.ts';
import type { DynamoDbEngine } from '../dynamodb/index.ts';
import type { Schedules } from '../event-sources/schedules.ts';
import type { EventSources } from '../event-sources/start-event-sources.ts';
import type { Guard } from '../iam/guard.ts';
import type { LambdaPool } from '../lambda/create-lambda-pool.ts';
import type { S3Engine } from '../s3/index.ts';
import type { QueueCounts, SqsEngine } from '../sqs/start-sqs.ts';
import type { PlanetStandIn } from '../stand-ins/planet/start-stand-in.ts';
import type { SatelliteStandIn } from '../stand-ins/satellite/start-stand-in.ts';
import type { StandIn } from '../stand-ins/stand-in-server.ts';
import type { CloudPlan } from '../template/plan.ts';
import { type Activity, waitUntilIdle } from './wait-until-idle.ts';

/** The parts of the embedded cloud that the control port acts on. */
export interface ControlSubject {
  plan: CloudPlan;
  clock: MovableClock;
  dynamodb: DynamoDbEngine;
  s3: S3Engine;
  sqs: SqsEngine;
  pool: LambdaPool;
  eventSources: EventSources;
  schedules: Schedules;
  guard: Guard;
  /** Undefined when the public weather service is used. */
  weather: StandIn | undefined;
  /** Undefined when the public catalogue of satellite scenes is used. */
  scenes: SatelliteStandIn | undefined;
  /** Undefined when Planet itself is used. */
  planet: PlanetStandIn | undefined;
}

/** An error that the caller can correct. */
export class ControlProblem extends Error {
  readonly status: number;
  readonly details: object;

  constructor(status: number, message: string, details: object = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

interface ControlRoute {
  method: 'GET' | 'POST';
  /** The pattern of the path; its first group is the parameter. */
  pattern: RegExp;
  run(subject: ControlSubject, request: { parameter: string; body: unknown }): unknown;
}

const advanceSchema = z.strictObject({ milliseconds: z.number().nonnegative() });
const emptySchema = z.strictObject({ tables: z.array(z.string()), mentions: z.string() });
const variablesSchema = z.record(z.string(), z.string());
const disturbanceSchema = z.strictObject({
  path: z.string().optional(),
  mentions: z.string().optional(),
  status: z.int().min(100).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  delayMilliseconds: z.number().positive().max(60_000).optional(),
  without: z.array(z.string()).optional(),
  isCut: z.boolean().optional(),
  endsAt: z.int().nonnegative().optional(),
  times: z.int().positive().max(100_000).optional(),
});
const disturbancesSchema = z.strictObject({ next: z.array(disturbanceSchema).max(100) });
const openSchema = z.strictObject({ open: z.boolean() });
const idleSchema = z.strictObject({ timeoutMilliseconds: z.number().positive().max(600_000).default(30_000) });

/** Every route of the control port. A request has no body or a JSON object; responses are JSON objects. */
export const controlRoutes: ControlRoute[] = [
  // {} -> { now, offsetMilliseconds }: the time of functions, signatures, queues and schedules.
  { method: 'GET', pattern: /^\/clock$/, run: ({ clock }) => readClock(clock) },
  // { milliseconds } -> as above. Moves the time forward, and runs everything that becomes due.
  {
    method: 'POST',
    pattern: /^\/clock\/advance$/,
    run(subject, { body }) {
      subject.clock.advance(advanceSchema.parse(body).milliseconds);
      subject.pool.clockMoved();
      subject.sqs.wake();
      subject.schedules.wake();
      return readClock(subject.clock);
    },
  },
  // {} -> {}: calls a schedule's targets and responds when they have ended.
  {
    method: 'POST',
    pattern: /^\/schedules\/([^/]+)\/fire$/,
    async run({ schedules }, { parameter }) {
      const name = only('schedule', schedules.names(), parameter);
      await schedules.fire(name);
      return {};
    },
  },
  // { timeoutMilliseconds? } -> { waitingForClock }: waits until buckets, queues, streams and functions have nothing to do.
  // Delayed messages, and failed ones until their visibility timeout, do not count: they are reported as waitingForClock.
  {
    method: 'POST',
    pattern: /^\/idle$/,
    async run(subject, { body }) {
      const { timeoutMilliseconds } = idleSchema.parse(body);
      const activity = await waitUntilIdle(() => look(subject), timeoutMilliseconds);
      if (activity) throw new ControlProblem(504, `still busy after ${timeoutMilliseconds} ms`, { activity });
      const { inFlight, delayed } = polledQueues(subject);
      return { waitingForClock: { inFlight, delayed } };
    },
  },
  // {} -> { killed }: ends one instance of a function as a crash would, preferably a busy one.
  {
    method: 'POST',
    pattern: /^\/functions\/([^/]+)\/kill$/,
    run({ plan, pool }, { parameter }) {
      const functions = plan.functions.map(({ name }) => name);
      return { killed: pool.killInstance(only('function', functions, parameter)) };
    },
  },
  // { <NAME>: <value> } -> {}: sets variables of a function, and ends its running instances so that new ones get them.
  {
    method: 'POST',
    pattern: /^\/functions\/([^/]+)\/variables$/,
    run({ plan, pool }, { parameter, body }) {
      const functions = plan.functions.map(({ name }) => name);
      const name = only('function', functions, parameter);
      const fn = plan.functions.find((one) => one.name === name);
      Object.assign(fn?.environment ?? {}, variablesSchema.parse(body));
      while (pool.killInstance(name));
      return {};
    },
  },
  // {} -> { endpoint, count, bytes, kinds, last }: the URL of a stand-in (`weather`, `scenes`, `planet`), the number of its requests, also by kind, and the last
  // fifty.
  {
    method: 'GET',
    pattern: /^\/(weather|scenes|planet)$/,
    run(subject, { parameter }) {
      const { endpoint, asked } = standIn(subject, parameter);
      return { endpoint, ...asked() };
    },
  },
  // { next: [{ path?, mentions?, status?, headers?, body?, delayMilliseconds?, without?, isCut?, endsAt?, times? }] } -> {}: sets faults of its next responses, or of the next ones
  // to paths that contain `path`.
  {
    method: 'POST',
    pattern: /^\/(weather|scenes|planet)$/,
    run(subject, { parameter, body }) {
      standIn(subject, parameter).disturb(...disturbancesSchema.parse(body).next);
      return {};
    },
  },
  // { open } -> {}: whether searches for scenes find anything. At the start they do not, since most tests that register satellite fields need no images.
  {
    method: 'POST',
    pattern: /^\/scenes\/open$/,
    run(subject, { body }) {
      standIn(subject, 'scenes');
      subject.scenes?.setOpen(openSchema.parse(body).open);
      return {};
    },
  },
  // { open } -> {}: whether searches for scenes of Planet find anything.
  {
    method: 'POST',
    pattern: /^\/planet\/open$/,
    run(subject, { body }) {
      standIn(subject, 'planet');
      subject.planet?.setOpen(openSchema.parse(body).open);
      return {};
    },
  },
  // {} -> { expiredObjects, abortedUploads, expiredVersions }: applies the lifecycle rules of the buckets.
  { method: 'POST', pattern: /^\/lifecycle\/apply$/, run: ({ s3 }) => s3.applyLifecycle() },
  // { tables: [name], mentions } -> {}: empties these tables and their streams, but for items that mention a text, such as an id.
  {
    method: 'POST',
    pattern: /^\/dynamodb\/empty$/,
    async run({ dynamodb }, { body }) {
      const { tables, mentions } = emptySchema.parse(body);
      for (const name of tables) await dynamodb.emptyTable(name, (item) => JSON.stringify(item).includes(mentions));
      return {};
    },
  },
  // {} -> { expiredItems }: removes expired items.
  {
    method: 'POST',
    pattern: /^\/dynamodb\/expire$/,
    run: async ({ dynamodb }) => ({ expiredItems: await dynamodb.expireItems() }),
  },
  // {} -> { calls: { action: count } }: the calls of functions, for sums of what work costs.
  { method: 'GET', pattern: /^\/calls$/, run: ({ guard }) => ({ calls: guard.calls() }) },
  // {} -> { roles: [{ role, grants: [{ action, resource, used }] }] }: the grants of each role, and whether they were used.
  { method: 'GET', pattern: /^\/grants$/, run: ({ guard }) => ({ roles: guard.grants() }) },
  // {} -> { queues: { <name>: { visible, inFlight, delayed } } }.
  {
    method: 'GET',
    pattern: /^\/queues$/,
    run: ({ plan, sqs }) => ({ queues: Object.fromEntries(plan.queues.map((q) => [q.name, sqs.counts(q.arn)])) }),
  },
  // {} -> { messages: { <name>: [body] } }: the bodies of the messages in the queues, without receiving them.
  {
    method: 'GET',
    pattern: /^\/queues\/messages$/,
    run: ({ plan, sqs }) => ({ messages: Object.fromEntries(plan.queues.map((q) => [q.name, sqs.bodies(q.arn)])) }),
  },
];

function standIn({ weather, scenes, planet }: ControlSubject, name: string): StandIn {
  const found = { weather, scenes, planet }[name];
  if (found) return found;
  throw new ControlProblem(409, `answers of ${name} come from the public service: start with FURROW_UPSTREAMS=local`);
}

const readClock = (clock: MovableClock) => ({ now: clock.now(), offsetMilliseconds: clock.offset() });

/** The sums over the queues that have a worker; others may keep their messages forever. */
function polledQueues({ plan, sqs }: ControlSubject): QueueCounts {
  const sum = { visible: 0, inFlight: 0, delayed: 0 };
  for (const mapping of plan.eventSourceMappings) {
    if (mapping.kind !== 'queue' || !mapping.enabled) continue;
    const { visible, inFlight, delayed } = sqs.counts(mapping.queueArn);
    sum.visible += visible;
    sum.inFlight += inFlight;
    sum.delayed += delayed;
  }
  return sum;
}

function look(subject: ControlSubject): Activity {
  const { s3, pool, eventSources, schedules } = subject;
  const runners = Object.values(pool.stats());
  return {
    bucketNotifications: s3.pendingNotifications(),
    visibleMessages: polledQueues(subject).visible,
    busyEventSources: eventSources.idle() ? 0 : 1,
    runningSchedules: schedules.idle() ? 0 : 1,
    invocations: runners.reduce((sum, { busy, waiting }) => sum + busy + waiting, 0),
  };
}

/** Finds a name with or without the common prefix of the stacks: `sweep` for `furrow-dev-sweep`. */
function only(kind: string, names: string[], wanted: string): string {
  if (names.includes(wanted)) return wanted;
  const found = names.filter((name) => name.endsWith(`-${wanted}`));
  if (found[0] !== undefined && found.length === 1) return found[0];
  throw new ControlProblem(404, `there is no ${kind} ${wanted}; there are ${names.join(', ') || 'none'}`);
}
