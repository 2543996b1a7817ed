import * as z from 'zod';
import type { Setting } from '../../functions/manifest/manifest.ts';
import { settings as functionSettings, jobNames, jobs, settingNames } from '../../functions/manifests.ts';
import { maxSweepItems } from './sweep-items.ts';

/** A setting of a deployment: what it may be, and what it does. */
interface Defined<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  /** For the page of settings; it follows "The setting is". */
  means: string;
}

const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));
/** Says what was expected, and what was found instead. */
const is = (expected: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? 'is missing' : `is ${expected}, not ${shown(input)}`,
});

const wholeNumber = (min: number, max: number) => {
  const said = is(
    max < Number.MAX_SAFE_INTEGER ? `a whole number from ${min} to ${max}` : `a whole number, ${min} or more`,
  );
  return z.int(said).min(min, said).max(max, said);
};
const flag = z.boolean(is('true or false'));
const text = z.string(is('a text')).min(1, is('a text with something in it'));
const matching = (expected: string, holds: (value: string) => boolean) =>
  z.string(is(expected)).refine(holds, is(expected));
const email = matching('an e-mail address', (value) => /^[^@\s]+@[^@\s]+$/.test(value));

/** Whether a text is an ARN of a service with a resource that begins so. */
function isArn(value: string, service: string, resource: string, hasPlace = true): boolean {
  const [arn, partition, named, region, account, ...rest] = value.split(':');
  const place = Boolean(region) && account?.length === 12;
  return (
    arn === 'arn' &&
    Boolean(partition) &&
    named === service &&
    place === hasPlace &&
    rest.join(':').startsWith(resource)
  );
}

const isWholeUrl = (value: string): boolean => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.pathname.length > 1;
};

/** Whether a text is a URL, with a path where the usual one has one. */
const isUrlLike = (usual: string) => (value: string) =>
  isWholeUrl(value) || (!isWholeUrl(usual) && URL.canParse(value) && /^https?:/.test(value));

const isHostName = (value: string): boolean =>
  value.includes('.') &&
  value.split('.').every((label) => label !== '' && [...label].every((letter) => hostLetters.includes(letter)));
const hostLetters = 'abcdefghijklmnopqrstuvwxyz0123456789-';

const throttle = z.strictObject(
  { requestsPerSecond: wholeNumber(1, 10_000), burst: wholeNumber(1, 5_000) },
  is('an object with requestsPerSecond and burst'),
);
/** Requests a second, and how many may come at once. */
export type Throttle = z.infer<typeof throttle>;

/** The days for which CloudWatch keeps logs; it takes no others. */
const logDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const budget = z.strictObject(
  {
    monthlyUsd: z.number(is('an amount in USD')).min(1, is('an amount in USD, 1 or more')),
    email: email.optional(),
    tag: text.optional(),
  },
  is('an object with monthlyUsd'),
);
/** A budget in AWS Budgets. */
export type Budget = z.infer<typeof budget>;

/** Tags that AWS takes, and that do not begin as its own do. */
const tags = z.record(
  text
    .max(128, is('a key of at most 128 characters'))
    .refine((key) => !/^aws:/i.test(key), is('a key that does not begin with aws:')),
  z.string(is('a text')).max(256, is('a text of at most 256 characters')),
  is('an object of keys and texts'),
);

const workers = z.strictObject(
  Object.fromEntries(jobNames.map((name) => [name, wholeNumber(2, 1_000).optional()])),
  is('an object of jobs and numbers'),
);

/** Settings with a default for each kind of environment, and those of a deployment as a whole. */
const fixed = {
  like: {
    schema: z.enum(['dev', 'prod'], is('dev or prod')),
    means:
      'which defaults the environment begins with: `dev` is to be thrown away, `prod` holds data of others. An environment called dev is like dev, and any other like prod',
  },
  protectData: {
    schema: flag,
    means: 'whether tables, buckets and the key stay when their stack is deleted',
  },
  restoreDays: {
    schema: wholeNumber(1, 30),
    means:
      'for how many days tables and files can be restored to any second. So long, too, copies of erased users are kept, which must be gone within a month',
  },
  logRetentionDays: {
    schema: z.literal(logDays, is(`one of ${logDays.join(', ')}`)),
    means: 'for how many days logs are kept; CloudWatch takes certain numbers',
  },
  alarmsNotify: {
    schema: flag,
    means: 'whether there are alarms and a dashboard, and with them the stack `observability`',
  },
  throttle: {
    schema: throttle,
    means: 'requests a second of all owners together, and how many may come at once (`burst`)',
  },
  publicPostThrottle: {
    schema: throttle,
    means: 'the same for each endpoint that accepts POST without a token',
  },
  maxBytesScanned: {
    schema: wholeNumber(10_000_000, Number.MAX_SAFE_INTEGER),
    means: 'how many bytes one query may read before Athena stops it',
  },
  hourlyBytesScanned: {
    schema: wholeNumber(10_000_000, Number.MAX_SAFE_INTEGER),
    means: 'how many bytes all queries of an hour may read before an alarm fires',
  },
  domainName: {
    schema: matching('a host name such as api.example.com, without https:// or a path', isHostName),
    means: 'the name of the API; needs `certificateArn`',
  },
  certificateArn: {
    schema: matching('the ARN of a certificate in AWS Certificate Manager', (value) =>
      isArn(value, 'acm', 'certificate/'),
    ),
    means: 'the certificate of `domainName`, in the region of the deployment',
  },
  alarmEmail: { schema: email, means: 'who is told of alarms' },
  queryEngine: {
    schema: z.enum(['athena', 'duckdb'], is('athena or duckdb')),
    means: 'what queries run on: `athena` over the whole lake, or `duckdb` within the function. athena unless said',
  },
  accountConcurrency: {
    schema: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    means:
      'how many functions the account may run at once in the region; workers of queues have half of it. 1000 unless said',
  },
  workers: {
    schema: workers,
    means: 'how many workers of a queue run at once, by the name of the job',
  },
  sweepItems: {
    schema: wholeNumber(10, maxSweepItems),
    means: 'how much overdue work of each kind the sweep sends in a minute. 100 unless said',
  },
  filesAtOnce: {
    schema: wholeNumber(1, 998),
    means: 'how many files, or lists of files, of one owner the workers of one job read at once. 4 unless said',
  },
  tracesUrl: {
    schema: matching('the whole URL of a collector such as https://otel.example.com/v1/traces', isWholeUrl),
    means: 'where functions post traces in OTLP; nowhere unless said',
  },
  tags: { schema: tags, means: 'tags of all stacks, which AWS copies to their resources' },
  budget: {
    schema: budget,
    means:
      'a budget of the account: `monthlyUsd`, `email` (the topic for alarms unless said), and `tag`, one of `tags`, if only what has it is counted',
  },
  keyArn: {
    schema: matching('the ARN of a key of AWS KMS', (value) => isArn(value, 'kms', 'key/')),
    means: 'a key of your own, which encrypts tables, buckets and queues and seals secrets',
  },
} as const satisfies Record<string, Defined>;

/** Settings of functions, which their manifests define. */
const ofFunctions = Object.fromEntries(
  settingNames.map((name) => {
    const { context, means, allowed, otherwise }: Setting = functionSettings[name];
    const expected = allowed ? `one of ${allowed.join(', ')}` : `a whole address such as ${otherwise}`;
    const holds = allowed ? (value: string) => allowed.includes(value) : isUrlLike(otherwise);
    const isChecked = allowed !== undefined || name.endsWith('_URL');
    return [context, { schema: isChecked ? matching(expected, holds) : z.string(is('a text')), means }];
  }),
) as Record<string, Defined<z.ZodType<string>>>;

/** Topics of other accounts, which jobs follow. */
const ofTopics = Object.fromEntries(
  jobNames.flatMap((name) => {
    const { topic } = jobs[name];
    if (!topic) return [];
    const expected = `the ARN of a topic of SNS that publishes ${topic.publishes}`;
    return [
      [
        topic.context,
        {
          schema: matching(expected, (value) => isArn(value, 'sns', '')),
          means: `the ARN of a topic that publishes ${topic.publishes}; none unless said`,
        },
      ],
    ];
  }),
) as Record<string, Defined<z.ZodType<string>>>;

/** Every setting of an environment, by name: the one table that the file, `-c` and the page of settings have in common. */
export const settingsTable: Readonly<Record<string, Defined>> = { ...fixed, ...ofFunctions, ...ofTopics };

/** Settings as they were given, and checked. */
export type GivenSettings = { [Name in keyof typeof fixed]?: z.infer<(typeof fixed)[Name]['schema']> } & Readonly<
  Record<string, unknown>
>;

const settingsSchema = z.strictObject(
  Object.fromEntries(Object.entries(settingsTable).map(([name, { schema }]) => [name, schema.optional()])),
  is('an object of settings'),
);

/** `furrow.settings.json`. */
export const settingsFileSchema = z.strictObject(
  {
    everywhere: settingsSchema.optional(),
    environments: z.record(z.string(), settingsSchema, is('an object of environments')).optional(),
  },
  is('an object with environments'),
);
