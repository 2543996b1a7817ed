import { type JobName, jobNames, jobs, type SettingName, settingNames, settings } from '../../functions/manifests.ts';
import type { Domain } from '../constructs/api-domain.ts';
import type { QueryEngineName } from '../constructs/query-engine.ts';
import { defaults, likenessOf } from '../settings/defaults.ts';
import { checkedEnvironmentName } from '../settings/environment-name.ts';
import { type Budget, type GivenSettings, settingsTable } from '../settings/schema.ts';
import { problems, type SettingsFile, unknownSetting } from '../settings/settings-file.ts';
import { usualSweepItems } from '../settings/sweep-items.ts';
import type { Environment } from './environment.ts';
import { type Ceilings, usualAccountConcurrency, workerSlots } from './worker-slots.ts';

/** Settings of a deployment: of the settings file, and of `-c name=value`, which comes first. */
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
  /** How many workers of a queue run at once, where it is said. */
  workers: Ceilings;
  /** Overdue work of each kind that the sweep sends in a minute; 100 unless said. */
  sweepItems: number;
  /** Files of one owner that workers of a kind read at once; 4 unless said. */
  filesAtOnce: number | undefined;
  /** ARNs of topics that jobs follow, by how they are given. */
  topics: Readonly<Record<string, string>>;
  /** Where functions post traces in OTLP; nowhere unless said. */
  tracesUrl: string | undefined;
  /** Of all stacks. */
  tags: Readonly<Record<string, string>>;
  budget: Budget | undefined;
  /** The key that encrypts data and seals secrets, if it is the operator's own. */
  keyArn: string | undefined;
  /** Settings of functions that were given. */
  settings: Partial<Record<SettingName, string>>;
}

/** What one run is told, beside the settings: `-c` alone has it. */
const ofRuns = ['environment', 'settings', 'layers', 'importing', 'protected'] as const;

/** Every name that `-c` takes. */
export const contextNames: readonly string[] = [...ofRuns, ...Object.keys(settingsTable)];

/** The CDK's own names have such letters in them: `@aws-cdk/…`, `aws:cdk:…`, `availability-zones:account=…`, `acknowledged-issue-numbers`. */
const isOfCdk = (name: string): boolean => ['@', ':', '-', '/'].some((letter) => name.includes(letter));

/**
 * Reads the settings of a deployment and stops at what is unknown or contradicts itself.
 *
 * @param context what the CDK has of `-c name=value`, cdk.context.json and cdk.json.
 * @throws Error with what is wrong and what would be right.
 */
export function readContext(context: Readonly<Record<string, unknown>>, file?: SettingsFile): Context {
  const unknown = Object.keys(context).filter((name) => !isOfCdk(name) && !contextNames.includes(name));
  if (unknown.length > 0) throw new Error(unknown.map((name) => unknownSetting(name, '', contextNames)).join('\n'));
  const name = checkedEnvironmentName(told(context, 'environment') ?? 'dev');
  const given = givenSettings(name, context, file);
  const { domainName, certificateArn, accountConcurrency = usualAccountConcurrency, workers = {} } = given;
  workerSlots(accountConcurrency, workers as Ceilings);
  return {
    environment: environmentOf(name, given),
    layers: told(context, 'layers'),
    domain: domainOf(domainName, certificateArn),
    alarmEmail: given.alarmEmail,
    queryEngine: given.queryEngine ?? 'athena',
    isProtected: (told(context, 'protected') ?? '').split(',').includes(name),
    importing: isSet('importing', told(context, 'importing')),
    accountConcurrency,
    workers: workers as Ceilings,
    sweepItems: given.sweepItems ?? usualSweepItems,
    filesAtOnce: given.filesAtOnce,
    topics: picked(
      jobNames.flatMap((job: JobName) => jobs[job].topic?.context ?? []),
      given,
    ),
    tracesUrl: given.tracesUrl,
    tags: given.tags ?? {},
    budget: budgetOf(given),
    keyArn: given.keyArn,
    settings: Object.fromEntries(
      settingNames.flatMap((one) => {
        const value = given[settings[one].context];
        return value === undefined ? [] : [[one, String(value)]];
      }),
    ),
  };
}

/** The environment of a name with what is set of it. */
export function environmentOf(name: string, given: GivenSettings): Environment {
  const usual = defaults[given.like ?? likenessOf(name)];
  const set = picked(Object.keys(usual), given) as Partial<Environment>;
  return { name, ...usual, ...set };
}

/** The settings of an environment: those of the context, of the environment in the file, and of all of its environments, in this order. */
function givenSettings(name: string, context: Readonly<Record<string, unknown>>, file: SettingsFile | undefined) {
  const own = file?.environments[name];
  if (file && !own && Object.keys(file.environments).length > 0 && name !== 'dev' && name !== 'prod')
    throw new Error(
      `${file.name} has no environment "${name}": it has ${Object.keys(file.environments).join(', ')}. Add it there.`,
    );
  const layers = [file?.everywhere, own, ofContext(context)] as (GivenSettings | undefined)[];
  const merged: Record<string, unknown> = Object.assign({}, ...layers);
  // A tag or a number of workers is a setting by itself.
  for (const one of ['tags', 'workers'] as const)
    if (merged[one]) merged[one] = Object.assign({}, ...layers.map((layer) => layer?.[one]));
  return merged as GivenSettings;
}

/** Settings that the context has; `-c` knows text alone, so that other values are read as JSON. */
function ofContext(context: Readonly<Record<string, unknown>>): GivenSettings {
  const given = Object.entries(settingsTable).flatMap(([name, { schema }]) => {
    const value = context[name];
    if (value === undefined || value === '') return [];
    const { data, error } = schema.safeParse(schema.safeParse(value).success ? value : asJson(value));
    if (error)
      throw new Error(problems(error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))).join('\n'));
    return [[name, data]];
  });
  return Object.fromEntries(given);
}

function asJson(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

function told(context: Readonly<Record<string, unknown>>, name: (typeof ofRuns)[number]): string | undefined {
  const value = context[name];
  return value === undefined || value === '' ? undefined : String(value);
}

function domainOf(name: string | undefined, certificateArn: string | undefined): Domain | undefined {
  if (!name && !certificateArn) return undefined;
  if (name && certificateArn) return { name, certificateArn };
  throw new Error('A domain needs both: -c domainName=api.example.com -c certificateArn=arn:aws:acm:…');
}

function budgetOf({ budget, tags = {} }: GivenSettings): Budget | undefined {
  if (budget?.tag !== undefined && !Object.hasOwn(tags, budget.tag))
    throw new Error(
      `budget.tag is one of tags (${Object.keys(tags).join(', ') || 'there are none'}), not "${budget.tag}"`,
    );
  return budget;
}

function isSet(name: string, value = 'false'): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Error(`${name} is true or false, not "${value}"`);
}

function picked(names: readonly string[], given: GivenSettings): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name] as string]])),
  );
}
