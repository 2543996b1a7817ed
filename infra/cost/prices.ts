/** A price of AWS in us-east-1, on demand and without free tiers. */
interface Price {
  /** USD for one unit. */
  usd: number;
  unit: string;
}

/**
 * All prices that the estimates use, from the price pages of each service as of November 2025. Put those of another region or contract here: nothing else has a
 * price in it.
 */
export const prices = {
  apiRequest: { usd: 1.0e-6, unit: 'request of an HTTP API' },
  lambdaRequest: { usd: 0.2e-6, unit: 'invocation' },
  lambdaGigabyteSecond: { usd: 1.66667e-5, unit: 'GB-second, x86' },
  tableRead: { usd: 0.125e-6, unit: 'read unit, on demand' },
  tableWrite: { usd: 0.625e-6, unit: 'write unit, on demand' },
  tableGigabyteMonth: { usd: 0.25, unit: 'GB and month of a table' },
  backupGigabyteMonth: { usd: 0.2, unit: 'GB and month of point-in-time recovery' },
  queueRequest: { usd: 0.4e-6, unit: 'request of SQS' },
  objectPut: { usd: 5e-6, unit: 'PUT, COPY, POST or LIST of S3' },
  objectGet: { usd: 0.4e-6, unit: 'GET of S3' },
  objectGigabyteMonth: { usd: 0.023, unit: 'GB and month of S3' },
  keyMonth: { usd: 1, unit: 'key and month of KMS' },
  keyRequest: { usd: 3e-6, unit: 'request of KMS' },
  scannedTerabyte: { usd: 5, unit: '1e12 bytes that Athena reads' },
  logGigabyte: { usd: 0.5, unit: 'GB of logs taken in' },
  vendedLogGigabyte: { usd: 0.5, unit: 'GB of access logs taken in' },
  logGigabyteMonth: { usd: 0.03, unit: 'GB and month of logs' },
  alarmMetricMonth: { usd: 0.1, unit: 'metric of an alarm and month' },
  dashboardMonth: { usd: 3, unit: 'dashboard and month' },
  egressGigabyte: { usd: 0.09, unit: 'GB sent to the internet' },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof prices;

/** An item of a bill: so many units at a price. */
export interface Item {
  what: string;
  amount: number;
  price: PriceName;
}

/** USD of an item. */
export const usdOf = ({ amount, price }: Item): number => amount * prices[price].usd;

/** USD of a bill. */
export const total = (items: readonly Item[]): number => items.reduce((sum, item) => sum + usdOf(item), 0);
