/** Differences between environments. Everything else is the same, so that dev shows what prod will do. */
export interface Environment {
  name: 'dev' | 'prod';
  /** Keep tables, buckets and the key when their stack is deleted. */
  protectData: boolean;
  /**
   * How far back tables and buckets can be restored; DynamoDB allows 1 to 35. So long, too, copies of erased users are kept, which must be
   * gone within a month.
   */
  restoreDays: number;
  logRetentionDays: number;
  /** There are alarms, which send notifications, and a dashboard. Where nobody is notified they would be most of an idle bill. */
  alarmsNotify: boolean;
  /** Requests a second over all owners and both stages, and how many may come at once. */
  throttle: Throttle;
  /** The limit for each route that anyone may POST to without a token: hashing a password costs a CPU 50 ms. */
  publicPostThrottle: Throttle;
  /** Bytes of the lake that one query may read before Athena stops it. */
  maxBytesScanned: number;
  /** Bytes of the lake that all queries of an hour may read before an alarm fires; Athena bills 5 USD for 1e12. */
  hourlyBytesScanned: number;
}

export interface Throttle {
  requestsPerSecond: number;
  burst: number;
}

const environments: Record<Environment['name'], Environment> = {
  dev: {
    name: 'dev',
    protectData: false,
    restoreDays: 7,
    logRetentionDays: 7,
    alarmsNotify: false,
    throttle: { requestsPerSecond: 200, burst: 400 },
    publicPostThrottle: { requestsPerSecond: 10, burst: 20 },
    maxBytesScanned: 10e9,
    hourlyBytesScanned: 100e9,
  },
  prod: {
    name: 'prod',
    protectData: true,
    restoreDays: 28,
    logRetentionDays: 90,
    alarmsNotify: true,
    throttle: { requestsPerSecond: 2000, burst: 4000 },
    publicPostThrottle: { requestsPerSecond: 50, burst: 100 },
    maxBytesScanned: 50e9,
    hourlyBytesScanned: 1e12,
  },
};

/** The environment of a name from the command line; another name is an error that lists the known ones. */
export function environmentNamed(name: string): Environment {
  const known: Record<string, Environment> = environments;
  const environment = Object.hasOwn(known, name) ? known[name] : undefined;
  if (environment) return environment;
  throw new Error(
    `There is no environment "${name}". Choose one of ${Object.keys(known).join(', ')}: -c environment=prod`,
  );
}

/**
 * The name under which AWS knows a function, a queue or the API.
 *
 * @example physicalName(environment, 'users') // 'furrow-prod-users'
 */
export function physicalName(environment: { name: string }, name: string): string {
  return `furrow-${environment.name}-${name}`;
}
