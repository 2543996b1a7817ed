import type { Item, PriceName } from './prices.ts';

/** What one unit of work needs: calls of services by the counters of the embedded cloud, which a test compares; times, bytes and lines are assumed. */
export type Work = Partial<Record<PriceName, number>>;

/** A line of the access log and one of the function, of 350 bytes each, in GB. */
const lines = { logGigabyte: 350e-9, vendedLogGigabyte: 350e-9, logGigabyteMonth: 700e-9 * 3 };

/** A request that reads, such as a list of fields: 0.1 s of 0.5 GB. */
export const request: Work = {
  apiRequest: 1,
  lambdaRequest: 1,
  lambdaGigabyteSecond: 0.1 * 0.5,
  tableRead: 4,
  egressGigabyte: 5e-6,
  ...lines,
};

/**
 * A machine file of 2 MB, from its upload to its points in the lake: 20 s of 3 GB for its conversion, 8 s of 0.5 GB for what goes before and after. Of its writes, which
 * are some sixty, most are in transactions, where they count twice.
 */
export const upload: Work = {
  apiRequest: 3,
  lambdaRequest: 12,
  lambdaGigabyteSecond: 20 * 3 + 8 * 0.5,
  tableRead: 80,
  tableWrite: 120,
  queueRequest: 15,
  objectPut: 12,
  objectGet: 15,
  logGigabyte: 5e-6,
  tableGigabyteMonth: 1e-5,
  backupGigabyteMonth: 1e-5,
};

/** Stored for each byte that is uploaded (decision 201). */
const storedBytes = 2.5;
const uploadGigabytes = 0.002;

/** An SQL query over one owner's lake, which Athena bills by at least 10 MB: 100 MB here. */
export const query: Work = {
  ...request,
  lambdaGigabyteSecond: 3 * 1,
  tableRead: 12,
  tableWrite: 4,
  scannedTerabyte: 1e-4,
  objectGet: 4,
  objectPut: 2,
};

/** A scene of Sentinel-2 over one field: two pictures and its statistics, 6 s of 3 GB. */
export const scene: Work = {
  lambdaRequest: 3,
  lambdaGigabyteSecond: 6 * 3,
  tableRead: 20,
  tableWrite: 15,
  queueRequest: 9,
  objectPut: 6,
  objectGet: 30,
  objectGigabyteMonth: 0.001,
  logGigabyte: 1e-6,
};

/** Scenes of a field and year: one in five days, of which half show the field. */
export const scenesOfYear = 365 / 5 / 2;

export interface Workload {
  name: string;
  assumed: string;
  items: Item[];
}

const times = (count: number, work: Work, what: string): Item[] =>
  Object.entries(work).map(([price, amount]) => ({ what, amount: amount * count, price: price as PriceName }));

/** The workloads of docs/cost.md. */
export const workloads: readonly Workload[] = [
  {
    name: 'A thousand growers, a month',
    assumed: '100 requests a day, 10 machine files and 20 queries a month each',
    items: [
      ...times(1000 * 100 * 30, request, 'requests'),
      ...times(1000 * 10, upload, 'machine files'),
      ...times(1000 * 20, query, 'queries'),
      { what: 'storage', amount: 1000 * 10 * uploadGigabytes * storedBytes, price: 'objectGigabyteMonth' },
    ],
  },
  {
    name: 'A million uploads a month, the first month',
    assumed: 'machine files of 2 MB',
    items: [
      ...times(1e6, upload, 'machine files'),
      { what: 'storage', amount: 1e6 * uploadGigabytes * storedBytes, price: 'objectGigabyteMonth' },
    ],
  },
  {
    name: 'A million uploads a month, the twelfth month',
    assumed: 'nothing is deleted: the storage of twelve months',
    items: [
      ...times(1e6, upload, 'machine files'),
      { what: 'storage', amount: 12e6 * uploadGigabytes * storedBytes, price: 'objectGigabyteMonth' },
      { what: 'records of eleven months before', amount: 11e6 * 1e-5, price: 'tableGigabyteMonth' },
      { what: 'their recovery', amount: 11e6 * 1e-5, price: 'backupGigabyteMonth' },
    ],
  },
  {
    name: 'A satellite field, a year',
    assumed: `${scenesOfYear} scenes of Sentinel-2, stored for half a year on average`,
    items: times(scenesOfYear, { ...scene, objectGigabyteMonth: 0.001 * 6 }, 'scenes'),
  },
  {
    name: 'A thousand SQL queries',
    assumed: '100 MB of the lake each, 3 s',
    items: times(1000, query, 'queries'),
  },
  {
    name: 'Logs of a million requests',
    assumed: 'a line of the gateway and one of the function, kept for three months',
    items: times(1e6, lines, 'lines'),
  },
];
