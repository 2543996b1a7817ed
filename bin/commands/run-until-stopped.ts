import { bringSampleFarm } from '../../local/demo/sample-farm/bring-sample-farm.ts';
import { openFarmNote } from '../../local/demo/sample-farm/note.ts';
import { sampleSeason } from '../../local/demo/sample-farm/steps.ts';
import { seedDemo } from '../../local/demo/seed-demo.ts';
import { type EmbeddedCloud, type EmbeddedCloudOptions, startEmbeddedCloud } from '../../local/start.ts';
import { CommandProblem } from './command.ts';
import { type FinishingFirstRun, finishFirstRun } from './running/finish-first-run.ts';
import { stopSignal } from './running/stop-signal.ts';
import { welcome } from './welcome/welcome.ts';

/** Time limit for an orderly stop, in milliseconds. Exceeding it loses nothing, since even a killed Furrow loses nothing. */
const maxCloseMilliseconds = 1_900;

type CloudOptions = Omit<EmbeddedCloudOptions, 'log' | 'functionLog' | 'gdal'>;

/**
 * Runs an embedded cloud until a signal stops it, and logs its steps to standard output.
 *
 * @param finishesFirstRun whether GDAL is still missing, and made meanwhile.
 */
export async function runUntilStopped(
  options: CloudOptions,
  environment: NodeJS.ProcessEnv,
  finishesFirstRun: boolean,
): Promise<number> {
  const firstRun = finishesFirstRun ? finishFirstRun(options.projectDir, environment) : undefined;
  try {
    return await run(options, environment, firstRun);
  } finally {
    await firstRun?.stop();
  }
}

async function run(
  options: CloudOptions,
  environment: NodeJS.ProcessEnv,
  firstRun: FinishingFirstRun | undefined,
): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`;
  const log = (line: string) => console.log(`${seconds()}  ${line}`);
  const stopped = stopSignal(environment);
  // A GDAL that is found soon is reported while the rest still starts.
  void firstRun?.ended.then((line) => line && log(line));

  log(`starting Furrow, state in ${options.dataDir}`);
  const starting = startEmbeddedCloud({
    ...options,
    ...(firstRun && { gdal: firstRun }),
    log,
    functionLog: (line) => console.log(line),
  });
  const cloud = await Promise.race([starting, stopped]).catch(explain);
  if (cloud === 'stop') return end(await starting.catch(() => undefined));
  const hasFarm = environment.FURROW_SAMPLE_FARM !== '0' && !options.testMode;
  const note = hasFarm ? openFarmNote(options.dataDir) : undefined;
  const demo = await seedDemo(cloud, {
    dataDir: options.dataDir,
    username: environment.FURROW_DEMO_USERNAME || 'demo@furrow.example',
    ...(environment.FURROW_DEMO_PASSWORD && { password: environment.FURROW_DEMO_PASSWORD }),
  }).catch(async (error: Error) => {
    await cloud.close();
    return explain(error);
  });
  log('the demo owner is ready');
  if (cloud.endpoints.control) log(`control port ${cloud.endpoints.control}`);
  console.log(welcome({ baseUrl: cloud.baseUrl, ...options }, demo));
  console.log(`ready ${cloud.baseUrl}`);
  console.log(
    note
      ? `\nopen ${cloud.baseUrl}${sampleSeason}\nThat is the season of a harvested field, signed in; ${cloud.baseUrl}/ has sandboxes to connect, the guides and the API reference.`
      : `\nOpen ${cloud.baseUrl}/ in a browser: sample fields to upload, sandboxes to connect, the guides and the API reference.`,
  );
  if (firstRun?.isAwaited())
    log('GDAL is installed in the background, in about a minute: uploads wait for it, everything else works');
  void cloud.warmUp();
  const farm = note && bringSampleFarm({ baseUrl: cloud.baseUrl, demo, note, log });
  await stopped;
  farm?.stop();
  return end(cloud);
}

async function end(cloud: EmbeddedCloud | undefined): Promise<number> {
  console.log('stopping; the state is kept');
  const late = setTimeout(() => process.exit(0), maxCloseMilliseconds);
  await cloud?.close();
  clearTimeout(late);
  return 0;
}

/** @throws CommandProblem with the error's message, unless it is a bug. */
function explain(error: Error): never {
  throw isBug(error) ? error : new CommandProblem(error.message);
}

function isBug(error: Error): boolean {
  return error instanceof TypeError || error instanceof ReferenceError;
}
