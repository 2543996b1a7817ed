import type { Throttle } from './schema.ts';

/** What differs between environments unless it is said. Everything else is the same, so that dev shows what prod will do. */
export interface Traits {
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

/** What an environment is like: `dev` is to be thrown away, `prod` holds data of others. */
export type Likeness = 'dev' | 'prod';

export const defaults: Readonly<Record<Likeness, Traits>> = {
  dev: {
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

/** What an environment is like unless it is said. Any name but `dev` is like prod, which loses no data. */
export const likenessOf = (name: string): Likeness => (name === 'dev' ? 'dev' : 'prod');
