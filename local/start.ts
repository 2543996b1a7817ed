import { resolve } from 'node:path';
import { lineOfMissing, missingBarriers } from '../adapters/containment/missing-barriers.ts';
import type { QueryEngineName } from '../infra/constructs/query-engine.ts';
import { prepareAssembly } from './assembly/prepare-assembly.ts';
import { chooseQueryEngine } from './athena/choose-query-engine.ts';
import { movableClock } from './clock.ts';
import { startControl } from './control/start-control.ts';
import { accountId, credentials, region } from './credentials.ts';
import { addressesOfSandboxes } from './demo/addresses-of-sandboxes.ts';
import { showDemo } from './demo/demo-owner.ts';
import { directProviders, playProviders } from './demo/oauth/playground.ts';
import { closeEngines, serviceEndpoints, startEngines } from './engines.ts';
import type { Intercept } from './gateway/intercept.ts';
import { startHousekeeping } from './housekeeping.ts';
import { reserveAddress } from './http/http-listener.ts';
import { enforceAccess } from './iam/enforce-access.ts';
import type { LambdaPool } from './lambda/create-lambda-pool.ts';
import type { LateGdal } from './lambda/late-gdal.ts';
import { ensureResources } from './resources.ts';
import { type AtEnd, answering, startRuntime } from './runtime.ts';
import { startSandboxes } from './sandboxes/sandboxes.ts';
import { choosePlanet } from './stand-ins/planet/choose-upstream.ts';
import { chooseScenes } from './stand-ins/satellite/choose-upstream.ts';
import type { Upstreams } from './stand-ins/upstreams.ts';
import { chooseWeather } from './stand-ins/weather/choose-upstream.ts';
import { namesIn, summaryOf } from './state/cloud-description.ts';
import { type Endpoints, removeEndpoints, writeEndpoints } from './state/endpoints-file.ts';
import { refuseUnfinishedRestore } from './state/marks/lost-data.ts';
import { openStateDirectory } from './state/state-directory.ts';
import { asStorageFailure } from './state/storage/storage-failure.ts';
import { readAssembly } from './template/assembly.ts';
import { type CloudPlan, plan } from './template/plan.ts';

export interface EmbeddedCloudOptions {
  /** The state directory; created if it is missing. */
  dataDir: string;
  /** The port of the gateway; 0 means any free port. */
  port: number;
  /** The address that everything listens on, such as `127.0.0.1`. */
  host: string;
  /** The URL under which the operator has published the gateway, such as that of a tunnel: requests that name its host get links that begin with it. */
  publicUrl?: string;
  /** Opens the control port. */
  testMode?: boolean;
  /** `aws` enforces the limits of API Gateway and Lambda. */
  limits?: 'aws' | 'none';
  /** The project whose CDK app is run. */
  projectDir: string;
  /** Runs this assembly instead of the project's. */
  assemblyDir?: string;
  /** The query engine: DuckDB in the function (the default), or the embedded Athena. */
  queryEngine?: QueryEngineName;
  /** The services from which functions get weather and satellite scenes. If absent, the public services, with stand-ins for those that do not respond. */
  upstreams?: Upstreams;
  /** Where providers with a sandbox are called: there, or they themselves. Tests choose for themselves. */
  providers?: 'sandboxes' | 'public';
  /** The default forecast model. If absent, that of the template. */
  weatherModel?: string;
  /** Flushes every change to the disk before it is acknowledged, so that it also survives a power failure. */
  sync?: boolean;
  /** The GDAL that functions with its layer wait for; if absent, it is there. */
  gdal?: LateGdal;
  /** URLs of servers of one's own in place of public services: a STAC API, an Open-Meteo, and Planet's APIs. */
  servers?: { stac?: string | undefined; openMeteo?: string | undefined; planet?: string | undefined };
  /** Creates an interceptor, which may respond to requests instead of functions, with a folder of its own. */
  intercept?(dir: string): Promise<Intercept>;
  /** Called with the steps of the start, and with later problems. */
  log(line: string): void;
  /** Called with the lines that functions write. */
  functionLog?(line: string): void;
}

export interface EmbeddedCloud {
  /** `http://HOST:PORT` of the gateway. */
  baseUrl: string;
  endpoints: Endpoints;
  plan: CloudPlan;
  /** Starts one instance of each function that answers requests, so that first requests are as fast as later ones. */
  warmUp(): Promise<void>;
  /** Stops everything within two seconds. Work that is unfinished by then is done again at the next start. */
  close(): Promise<void>;
}

/**
 * Runs what the CDK app declares on this machine.
 *
 * @throws Error that says what to do when the port is taken, the state is in use, or the app cannot be synthesized or run.
 */
export async function startEmbeddedCloud(options: EmbeddedCloudOptions): Promise<EmbeddedCloud> {
  const ends: (() => unknown)[] = [];
  const end = async () => {
    for (const step of ends.splice(0).reverse()) await step();
  };
  try {
    const cloud = await start(options, (step) => void ends.push(step));
    return { ...cloud, close: end };
  } catch (error) {
    await end();
    const failure = asStorageFailure(error, resolve(options.dataDir));
    throw failure?.isFull ? failure : error;
  }
}

/** Tells functions the URL at which providers reach this machine. */
function publishAddress({ functions }: Pick<CloudPlan, 'functions'>, publicUrl: string): void {
  for (const { environment } of functions) {
    if (environment.PUBLIC_ADDRESS !== undefined) environment.PUBLIC_ADDRESS = publicUrl;
  }
}

async function start(options: EmbeddedCloudOptions, atEnd: AtEnd): Promise<Omit<EmbeddedCloud, 'close'>> {
  const { host, limits = 'none', log } = options;
  const dataDir = resolve(options.dataDir);
  const state = await openStateDirectory(dataDir);
  atEnd(() => state.release());
  refuseUnfinishedRestore(dataDir);
  const address = await reserveAddress(host, options.port);
  atEnd(address.release);
  const { port, endpoint: baseUrl } = address;
  const clock = movableClock();

  // Both are awaited even if one fails, so that nothing is left running.
  const [assembled, engined] = await Promise.allSettled([
    options.assemblyDir ? { dir: options.assemblyDir } : prepareAssembly(options),
    startEngines({ dataDir, host, clock, sync: options.sync ?? false, log }),
  ]);
  const engines = settled(engined);
  atEnd(() => closeEngines(engines));
  const { dir: assemblyDir } = settled(assembled);

  const services = serviceEndpoints(engines);
  const cloud = plan(await readAssembly(assemblyDir), { sqs: services.sqs, api: baseUrl });
  showDemo(cloud, dataDir);
  chooseQueryEngine(cloud, options.queryEngine ?? 'duckdb');
  const upstream = { upstreams: options.upstreams, now: clock.now, log };
  // Most tests that register satellite fields need no images.
  const choosing = [
    chooseWeather(cloud, { ...upstream, address: options.servers?.openMeteo }, options.weatherModel),
    chooseScenes(cloud, { ...upstream, address: options.servers?.stac, isOpen: !options.testMode }),
    choosePlanet(cloud, { ...upstream, address: options.servers?.planet, isOpen: !options.testMode }),
  ] as const;
  const [weather, scenes, planet] = await Promise.all(choosing);
  atEnd(() => weather?.close());
  atEnd(() => scenes?.close());
  atEnd(() => planet?.close());
  // If the public weather service cannot be reached, providers cannot be reached either.
  const played = weather ? await playProviders(cloud, { now: clock.now, log }) : undefined;
  atEnd(() => played?.close());
  const sandboxes = await startSandboxes({ now: clock.now });
  atEnd(() => sandboxes.close());
  if (options.providers !== 'public' && !options.testMode)
    directProviders(cloud, addressesOfSandboxes(sandboxes.access));
  if (options.publicUrl !== undefined) publishAddress(cloud, options.publicUrl);
  enforceAccess(cloud, engines.guard);
  await ensureResources(cloud, engines);
  log(summaryOf(cloud));
  const missing = lineOfMissing(missingBarriers());
  if (missing) log(missing);

  await address.release();
  const runtime = await startRuntime(
    { ...options, dataDir, plan: cloud, engines, clock, port, limits, functionLog: options.functionLog ?? log },
    atEnd,
  );
  // Tests apply lifecycle rules themselves.
  if (!options.testMode) atEnd(startHousekeeping(engines, log));

  const subject = { ...engines, ...runtime, plan: cloud, clock, weather, scenes, planet };
  const control = options.testMode ? await startControl(subject) : undefined;
  if (control) atEnd(() => control.close());
  const endpoints: Endpoints = {
    pid: process.pid,
    host,
    baseUrl,
    services,
    unserved: engines.unserved.endpoint,
    ...(control && { control: control.endpoint }),
    region,
    accountId,
    credentials: { ...credentials },
    ...namesIn(cloud, services.sqs),
    sandboxes: sandboxes.access,
    assemblyDir,
  };
  state.announce(baseUrl);
  writeEndpoints(dataDir, endpoints);
  atEnd(() => removeEndpoints(dataDir));
  return { baseUrl, endpoints, plan: cloud, warmUp: () => warmUp(runtime.pool, cloud) };
}

function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Functions are started one after the other, since the first requests need the processor, too. */
async function warmUp(pool: LambdaPool, cloud: CloudPlan): Promise<void> {
  for (const name of answering(cloud)) await pool.warmUp(name);
}
