import type { App } from 'aws-cdk-lib';
import type { Setting } from '../../functions/manifest/manifest.ts';
import { jobNames, jobs, type SettingName, settingNames, settings } from '../../functions/manifests.ts';
import type { Domain } from '../constructs/api-domain.ts';
import type { QueryEngineName } from '../constructs/query-engine.ts';
import { type Environment, environmentNamed } from './environment.ts';
import { accountConcurrencyOf } from './worker-slots.ts';

/** Settings of a deployment, given with `-c name=value`. */
export interface Context {
  /** `dev` unless said. */
  environment: Environment;
  /** `placeholder`, when nothing is going to be deployed. */
  layers: string | undefined;
  domain: Domain | undefined;
  alarmEmail: string | undefined;
  /** `athena` unless said. */
  queryEngine: QueryEngineName;
  /** Tables and the data stack refuse to be deleted: `npx furrow protect` notes so in cdk.context.json, once a deployment has succeeded. */
  isProtected: boolean;
  /** Only what outlives its stack, for `cdk import`. */
  importing: boolean;
  /** How many functions the account may run at once in the region; 1,000 unless said. */
  accountConcurrency: number;
  /** ARNs of topics that jobs follow, by how they are given. */
  topics: Readonly<Record<string, string>>;
  /** Where functions post traces in OTLP; nowhere unless said. */
  tracesUrl: string | undefined;
  /** Settings of functions that were given. */
  settings: Partial<Record<SettingName, string>>;
}

/** Reads the app's context and stops at what contradicts itself. */
export function readContext(app: App): Context {
  const text = (name: string): string | undefined => {
    const value: unknown = app.node.tryGetContext(name);
    return value === undefined || value === '' ? undefined : String(value);
  };
  const environment = environmentNamed(text('environment') ?? 'dev');
  return {
    environment,
    layers: text('layers'),
    domain: domainOf(text('domainName'), text('certificateArn')),
    alarmEmail: text('alarmEmail'),
    queryEngine: queryEngineNamed(text('queryEngine') ?? 'athena'),
    isProtected: (text('protected') ?? '').split(',').includes(environment.name),
    importing: isSet('importing', text('importing')),
    accountConcurrency: accountConcurrencyOf(text('accountConcurrency')),
    topics: topicsOf(text),
    tracesUrl: tracesUrlOf(text('tracesUrl')),
    settings: settingsOf(text),
  };
}

function domainOf(name: string | undefined, certificateArn: string | undefined): Domain | undefined {
  if (!name && !certificateArn) return undefined;
  if (!name || !certificateArn) {
    throw new Error('A domain needs both: -c domainName=api.example.com -c certificateArn=arn:aws:acm:…');
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) {
    throw new Error(`domainName is a host name such as api.example.com, without https:// or a path, not "${name}"`);
  }
  if (!/^arn:[^:]+:acm:[^:]+:\d{12}:certificate\/.+$/.test(certificateArn)) {
    throw new Error(`certificateArn is the ARN of a certificate in AWS Certificate Manager, not "${certificateArn}"`);
  }
  return { name, certificateArn };
}

function tracesUrlOf(url: string | undefined): string | undefined {
  if (url === undefined || /^https?:\/\/[^/]+\/.+$/.test(url)) return url;
  throw new Error(`tracesUrl is the whole URL of a collector such as https://otel.example.com/v1/traces, not "${url}"`);
}

function queryEngineNamed(name: string): QueryEngineName {
  if (name === 'athena' || name === 'duckdb') return name;
  throw new Error(`queryEngine is athena or duckdb, not "${name}": -c queryEngine=duckdb`);
}

function isSet(name: string, value = 'false'): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Error(`${name} is true or false, not "${value}"`);
}

function topicsOf(text: (name: string) => string | undefined): Record<string, string> {
  const given = jobNames.flatMap((name) => {
    const { topic } = jobs[name];
    const arn = topic && text(topic.context);
    if (!arn) return [];
    if (/^arn:[^:]+:sns:[a-z0-9-]+:\d{12}:[\w-]+$/.test(arn)) return [[topic.context, arn] as const];
    throw new Error(`${topic.context} is the ARN of a topic of SNS that publishes ${topic.publishes}, not "${arn}"`);
  });
  return Object.fromEntries(given);
}

/** Those that were given; an address has to be a whole one. */
function settingsOf(text: (name: string) => string | undefined): Partial<Record<SettingName, string>> {
  const given = settingNames.flatMap((name) => {
    const { context, allowed }: Setting = settings[name];
    const value = text(context);
    if (value === undefined) return [];
    if (name.endsWith('_URL') && !/^https?:\/\/[^/]+\/.+$/.test(value)) {
      throw new Error(`${context} is a whole address such as ${settings[name].otherwise}, not "${value}"`);
    }
    if (allowed && !allowed.includes(value))
      throw new Error(`${context} is one of ${allowed.join(', ')}, not "${value}"`);
    return [[name, value] as const];
  });
  return Object.fromEntries(given);
}
