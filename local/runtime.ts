import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MovableClock } from './clock.ts';
import { type Engines, endpointVariables, serviceEndpoints } from './engines.ts';
import { type Schedules, startSchedules } from './event-sources/schedules.ts';
import { type EventSources, startEventSources } from './event-sources/start-event-sources.ts';
import { awaitingGdal } from './gateway/awaiting-gdal.ts';
import type { Intercept } from './gateway/intercept.ts';
import { startGateway } from './gateway/start-gateway.ts';
import { createLambdaPool, type LambdaPool } from './lambda/create-lambda-pool.ts';
import type { LateGdal } from './lambda/late-gdal.ts';
import type { CloudPlan } from './template/plan.ts';

/** Registers how to undo a step of the start. Steps are undone in reverse order. */
export type AtEnd = (undo: () => unknown) => void;

export interface RuntimeOptions {
  plan: CloudPlan;
  engines: Engines;
  clock: MovableClock;
  dataDir: string;
  host: string;
  port: number;
  limits: 'aws' | 'none';
  /** The URL under which the operator has published the gateway. */
  publicUrl?: string | undefined;
  intercept?: ((dir: string) => Promise<Intercept>) | undefined;
  /** The GDAL that functions with its layer wait for; if absent, it is there. */
  gdal?: LateGdal | undefined;
  log(line: string): void;
  functionLog(line: string): void;
}

/** The functions and everything that calls them. */
export interface Runtime {
  pool: LambdaPool;
  eventSources: EventSources;
  schedules: Schedules;
}

/** How long a stop waits for running work to finish, in milliseconds. */
const graceMilliseconds = 1_000;

/** Lower limits, for functions that share the processors of one machine. */
const fewerProcessors = {
  LONG_QUERIES_YIELD_AFTER: '1000',
  FILES_AT_ONCE: '2',
  PRIORITY_OF_KEPT_PLACES: '0',
  WORKERS_AT_ONCE: '2',
  SLOW_LISTENERS_AT_ONCE: '2',
};

/** Its log is a terminal, which somebody reads who knows what was sent. */
const fewerLines = { REQUEST_LOG: 'failedOrSlow' };

/** Webhooks may call loopback, so that an application that is developed beside the service receives events. The template cannot allow this. */
const onThisMachine = { LOOPBACK_LISTENERS: 'allowed' };

/** The functions that requests wait for. */
export function answering({ apis }: Pick<CloudPlan, 'apis'>): ReadonlySet<string> {
  return new Set(apis.flatMap(({ routes }) => routes.map(({ functionName }) => functionName)));
}

/** Starts the functions' pool and, once it is there, the gateway, the event sources and the schedules. */
export async function startRuntime(options: RuntimeOptions, atEnd: AtEnd): Promise<Runtime> {
  const { plan, engines, clock, dataDir, host, port, limits, log } = options;
  const variables = endpointVariables(serviceEndpoints(engines), engines.unserved.endpoint);
  const fed = new Set(plan.eventSourceMappings.map(({ functionName }) => functionName));
  const pool = await createLambdaPool({
    isBackground: ({ name }) => fed.has(name),
    functions: plan.functions,
    answering: answering(plan),
    clock,
    environment: () => ({ ...variables, ...fewerProcessors, ...fewerLines, ...onThisMachine }),
    credentialsOf: ({ name, roleArn }) => engines.sts.openFor(name, roleArn),
    log: options.functionLog,
    limits,
    dir: join(dataDir, 'lambda'),
  });
  const callers: (() => Promise<void>)[] = [];
  atEnd(async () => {
    const finished = Promise.all(callers.map((stop) => stop()));
    await Promise.race([finished, sleep(graceMilliseconds, undefined, { ref: false })]);
    await pool.close();
    await finished;
  });

  const takesUploads = await options.intercept?.(join(dataDir, 'uploads'));
  const saysWhyNot = options.gdal && awaitingGdal(options.gdal);
  const intercept: Intercept = (request) => saysWhyNot?.(request) ?? takesUploads?.(request);
  const { apis } = plan;
  const { publicUrl } = options;
  const gateway = await startGateway({
    host,
    port,
    clock,
    apis,
    pool,
    limits,
    publicUrl,
    log,
    intercept,
  });
  callers.push(gateway.close);

  const { invoke } = pool;
  const sourceOptions = { ...engines, dir: dataDir, clock, invoke, log, gdal: options.gdal };
  const eventSources = await startEventSources(plan.eventSourceMappings, sourceOptions);
  callers.push(eventSources.stop);

  const schedules = startSchedules(
    plan.schedules.map((schedule) => ({ ...schedule, call: (event) => invoke(schedule.functionName, event) })),
    { dir: dataDir, clock, log },
  );
  atEnd(schedules.stop);
  return { pool, eventSources, schedules };
}
