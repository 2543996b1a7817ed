import { fileURLToPath } from 'node:url';
import { defaultForecastModels } from '../../domain/weather/models.ts';
import { uploadIntercept } from '../../local/gateway/upload-intercept/upload-intercept.ts';
import type { EmbeddedCloudOptions } from '../../local/start.ts';
import { type Command, CommandProblem, type Invocation } from './command.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { dataDirOf, dataDirOption } from './state-options.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));

export const start: Command = {
  usage: ['start [options]'],
  description: [
    'Runs all of Furrow on this machine: the functions and the template that cdk deploy would send to AWS,',
    'on embedded engines that speak the protocols of AWS. Ctrl+C stops it; the state is kept.',
    '',
    'Only the following data leaves the machine:',
    '  Open-Meteo    receives the centres of grid cells, 5 km wide or more, whose weather is requested',
    '  Earth Search  receives the square degrees that have satellite fields; the hosts of its scenes see which blocks of files are read',
    '  Planet        receives the API keys that owners store, and the outlines of the fields that use Planet',
    '  providers     receive the codes, tokens and client secrets of accounts that growers connect',
    '  webhooks      receive the events that their owners subscribe to',
    'With FURROW_UPSTREAMS=local, stand-ins on this machine replace all of these except webhooks.',
    '',
    'The first start brings a sample farm, for which it asks Open-Meteo and Earth Search without anybody asking it to: about',
    'one cell and one square degree in Iowa, whose scenes of ten hectares are read. FURROW_SAMPLE_FARM=0 leaves the farm out;',
    'FURROW_OPEN_METEO_URL and FURROW_STAC_URL name servers of your own to be asked instead.',
  ].join('\n'),
  options: {
    port: { type: 'string', value: 'PORT', short: 'p', description: 'the port of the API (default: PORT, else 3000)' },
    host: {
      type: 'string',
      value: 'ADDRESS',
      description: 'the address to listen on (default: HOST, else 127.0.0.1: this machine only)',
    },
    'data-dir': dataDirOption,
    'finish-first-run': {
      type: 'boolean',
      description: 'install GDAL beside the running server, as npm start does for the first time; uploads wait for it',
    },
  },
  variables: {
    PORT: 'the port of the API',
    HOST: 'the address to listen on',
    FURROW_PUBLIC_URL:
      'the URL under which this service is published, such as https://name.example of a tunnel: requests for that host get links to it, and providers notify it of changes',
    DATA_DIR: 'the state directory',
    FURROW_DEMO_USERNAME: "the demo owner's username (default: demo@furrow.example)",
    FURROW_DEMO_PASSWORD: "the demo owner's password (default: generated at the first start, kept and printed)",
    FURROW_QUERY_ENGINE: 'athena: run queries on the embedded Athena, as in AWS (default: duckdb, which starts faster)',
    FURROW_LIMITS: 'aws: enforce the limits of API Gateway and Lambda',
    FURROW_UPSTREAMS:
      'public: use Open-Meteo, Earth Search and Planet; local: use stand-ins on this machine (default: each service that responds at the start, and stand-ins for the others)',
    FURROW_STAC_URL:
      'the URL of a STAC API of your own, with the collections of Earth Search, in place of Earth Search',
    FURROW_OPEN_METEO_URL:
      'the URL of an Open-Meteo of your own, above /v1/forecast and /v1/archive, in place of the public one',
    FURROW_PLANET_URL: 'the origin of a server with the wire of Planet, in place of Planet',
    FURROW_PROVIDERS:
      'public: call John Deere and Climate FieldView themselves (default: their sandboxes on this machine)',
    FURROW_WEATHER_MODEL: `the default forecast model: ${defaultForecastModels.join(', ')} (default: gfs)`,
    FURROW_SYNC: '1: flush every change to the disk, so that it also survives a power failure (slower)',
    FURROW_SAMPLE_FARM: '0: bring no sample farm (default: a new state gets one, in the background)',
    FURROW_TEST_MODE: '1: open the control port that tests use',
  },
  async run(invocation) {
    if (invocation.words.length > 0)
      throw new CommandProblem(`${invocation.words[0]} is an unexpected argument, see furrow start --help`);
    const { environment, options } = invocation;
    const cloud = readOptions(invocation);
    return runUntilStopped(cloud, environment, options['finish-first-run'] === true);
  },
};

type StartOptions = Omit<EmbeddedCloudOptions, 'log' | 'functionLog'>;

/** @throws CommandProblem naming the option or variable that cannot be used. */
export function readOptions(invocation: Invocation): StartOptions {
  const { options, environment } = invocation;
  const limits = environment.FURROW_LIMITS || 'none';
  if (limits !== 'aws' && limits !== 'none') {
    throw new CommandProblem(`FURROW_LIMITS is "${limits}": use aws, or leave it unset`);
  }
  const queryEngine = environment.FURROW_QUERY_ENGINE || 'duckdb';
  if (queryEngine !== 'athena' && queryEngine !== 'duckdb') {
    throw new CommandProblem(`FURROW_QUERY_ENGINE is "${queryEngine}": use athena or duckdb, or leave it unset`);
  }
  const upstreams = environment.FURROW_UPSTREAMS || undefined;
  if (upstreams !== undefined && upstreams !== 'public' && upstreams !== 'local') {
    throw new CommandProblem(`FURROW_UPSTREAMS is "${upstreams}": use public or local, or leave it unset`);
  }
  const providers = environment.FURROW_PROVIDERS || 'sandboxes';
  if (providers !== 'public' && providers !== 'sandboxes') {
    throw new CommandProblem(`FURROW_PROVIDERS is "${providers}": use public or sandboxes, or leave it unset`);
  }
  const publicUrl = readPublicUrl(environment.FURROW_PUBLIC_URL || undefined);
  const weatherModel = environment.FURROW_WEATHER_MODEL || undefined;
  if (weatherModel !== undefined && !defaultForecastModels.some((model) => model === weatherModel)) {
    throw new CommandProblem(
      `FURROW_WEATHER_MODEL is "${weatherModel}": use ${defaultForecastModels.join(', ')}, or leave it unset`,
    );
  }
  return {
    projectDir,
    dataDir: dataDirOf(invocation),
    port: readPort(String(options.port || environment.PORT || 3000)),
    host: String(options.host || environment.HOST || '127.0.0.1'),
    ...(publicUrl !== undefined && { publicUrl }),
    testMode: environment.FURROW_TEST_MODE === '1',
    limits,
    sync: environment.FURROW_SYNC === '1',
    queryEngine,
    providers,
    servers: {
      stac: readServer(environment, 'FURROW_STAC_URL'),
      openMeteo: readServer(environment, 'FURROW_OPEN_METEO_URL'),
      planet: readServer(environment, 'FURROW_PLANET_URL'),
    },
    ...(upstreams !== undefined && { upstreams }),
    ...(weatherModel !== undefined && { weatherModel }),
    // Without the limits of AWS, files of any size are accepted.
    ...(limits === 'none' && { intercept: uploadIntercept }),
  };
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isOrigin) return url.origin;
  throw new CommandProblem(
    `FURROW_PUBLIC_URL is "${text}": use an http or https URL without a path, such as https://name.example`,
  );
}

/** The URL in a variable; undefined if it is unset or empty. */
function readServer(environment: Invocation['environment'], name: string): string | undefined {
  const text = environment[name] || undefined;
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return url.href;
  throw new CommandProblem(`${name} is "${text}": use an http or https URL, such as http://127.0.0.1:8080`);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CommandProblem(`the port "${text}" is not a number from 0 to 65535: set PORT or --port`);
}
