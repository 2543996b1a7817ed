import { fileURLToPath } from 'node:url';
import { defaultForecastModels } from '../../domain/weather/models.ts';
import type { EmbeddedCloudOptions } from '../../local/start.ts';
import { uploadIntercept } from '../../local/upload-intercept/upload-intercept.ts';
import { type Command, CommandProblem, type Invocation } from './command.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { dataDirOf, dataDirOption } from './state-options.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));

export const start: Command = {
  usage: ['start [options]'],
  description: [
    'Runs the whole of Furrow on this machine: the functions and the template that cdk deploy would send to AWS,',
    'on embedded engines that speak the protocols of AWS. The state stays when Ctrl+C ends it.',
    '',
    'Only this leaves the machine:',
    '  Open-Meteo    receives the centres of cells of 5 km or more whose weather is requested',
    '  Earth Search  receives the square degrees with satellite fields; the hosts of its scenes see which blocks of files are read',
    '  Planet        receives the API keys that owners store, and the outlines of the fields that use Planet',
    '  providers     receive the codes, tokens and client secrets of accounts that growers connect',
    '  webhooks      receive the events that their owners subscribe to',
    'With FURROW_UPSTREAMS=local, stand-ins on this machine take the place of all of these but the webhooks.',
  ].join('\n'),
  options: {
    port: { type: 'string', value: 'PORT', short: 'p', description: 'the port of the API (default: PORT, else 3000)' },
    host: {
      type: 'string',
      value: 'ADDRESS',
      description: 'the address to listen on (default: HOST, else 127.0.0.1: this machine only)',
    },
    'data-dir': dataDirOption,
  },
  variables: {
    PORT: 'the port of the API',
    HOST: 'the address to listen on',
    DATA_DIR: 'the state directory',
    FURROW_DEMO_USERNAME: "the demo owner's username (default: demo@furrow.example)",
    FURROW_DEMO_PASSWORD: "the demo owner's password (default: made up at the first start, kept and printed)",
    FURROW_QUERY_ENGINE:
      'athena: run queries on the embedded Athena, as in AWS (default: duckdb, which starts quicker)',
    FURROW_LIMITS: 'aws: enforce the limits of API Gateway and Lambda',
    FURROW_UPSTREAMS:
      'public: use Open-Meteo for weather, Earth Search for satellite scenes and Planet for its own; local: stand-ins on this machine (default: each that answers at the start, and a stand-in for the others)',
    FURROW_WEATHER_MODEL: `the model of forecasts that name none: ${defaultForecastModels.join(', ')} (default: gfs)`,
    FURROW_SYNC: '1: wait for the disk at every change, so that it survives a power failure as well (slower)',
    FURROW_TEST_MODE: '1: open the control port',
  },
  async run(invocation) {
    if (invocation.words.length > 0) throw new CommandProblem(`${invocation.words[0]} is not understood, see --help`);
    return runUntilStopped(readOptions(invocation), invocation.environment);
  },
};

type StartOptions = Omit<EmbeddedCloudOptions, 'log' | 'functionLog'>;

/** @throws CommandProblem naming the option or variable that cannot be used. */
export function readOptions(invocation: Invocation): StartOptions {
  const { options, environment } = invocation;
  const limits = environment.FURROW_LIMITS || 'none';
  if (limits !== 'aws' && limits !== 'none') {
    throw new CommandProblem(`FURROW_LIMITS is "${limits}": it can be aws, or left out`);
  }
  const queryEngine = environment.FURROW_QUERY_ENGINE || 'duckdb';
  if (queryEngine !== 'athena' && queryEngine !== 'duckdb') {
    throw new CommandProblem(`FURROW_QUERY_ENGINE is "${queryEngine}": it can be athena or duckdb, or left out`);
  }
  const upstreams = environment.FURROW_UPSTREAMS || undefined;
  if (upstreams !== undefined && upstreams !== 'public' && upstreams !== 'local') {
    throw new CommandProblem(`FURROW_UPSTREAMS is "${upstreams}": it can be public or local, or left out`);
  }
  const weatherModel = environment.FURROW_WEATHER_MODEL || undefined;
  if (weatherModel !== undefined && !defaultForecastModels.some((model) => model === weatherModel)) {
    throw new CommandProblem(
      `FURROW_WEATHER_MODEL is "${weatherModel}": it can be ${defaultForecastModels.join(', ')}, or left out`,
    );
  }
  return {
    projectDir,
    dataDir: dataDirOf(invocation),
    port: readPort(String(options.port || environment.PORT || 3000)),
    host: String(options.host || environment.HOST || '127.0.0.1'),
    testMode: environment.FURROW_TEST_MODE === '1',
    limits,
    sync: environment.FURROW_SYNC === '1',
    queryEngine,
    ...(upstreams !== undefined && { upstreams }),
    ...(weatherModel !== undefined && { weatherModel }),
    // AWS's limits are to be felt; without them, files of any size are taken.
    ...(limits === 'none' && { intercept: uploadIntercept }),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CommandProblem(`the port "${text}" is no number from 0 to 65535: set PORT or --port to one`);
}
