import type * as z from 'zod';
import type { shownQuerySchema } from '../../../functions/areas/query/execution/show.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { control, idle } from '../cloud.ts';
import { processed } from '../machine-files/batch.ts';
import { type Answer, freshOwner, type Sent, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';

export type Row = Record<string, unknown>;

export const queryService = '/services/pointlake/api/v2';

export function runQuery<T = Row[]>(
  owner: TestOwner,
  sql: string,
  type = 'text/plain',
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  return owner.call<T>('POST', `${queryService}/query`, { body: sql, headers: { 'content-type': type, ...headers } });
}

/** An asynchronous query, as it is shown. */
export type ShownQuery = z.output<typeof shownQuerySchema>;

/** Sends an asynchronous query. */
export function sendQuery(owner: TestOwner, sql: string, { headers, ...sent }: Sent = {}): Promise<Answer<ShownQuery>> {
  const asking = { 'content-type': 'text/plain', prefer: 'respond-async', ...headers };
  return owner.call('POST', `${queryService}/query`, { body: sql, headers: asking, ...sent });
}

/** Sets the time limit of synchronous queries from now on; the usual one by default. */
export const queryTime = (milliseconds?: number) =>
  control('POST', '/functions/query/variables', { QUERY_MILLISECONDS: String(milliseconds ?? '') });

export async function queryNow(owner: TestOwner, id: string): Promise<ShownQuery> {
  return (await owner.get<ShownQuery>(`${queryService}/queries/${id}`)).body;
}

/** Sends a query and waits until no work is left. */
export async function endedQuery(owner: TestOwner, sql: string): Promise<ShownQuery> {
  const { id } = (await sendQuery(owner, sql)).body;
  await idle();
  return queryNow(owner, id);
}

/** A query that runs for minutes. */
export const endless =
  'SELECT COUNT(*) AS n FROM UNNEST(GENERATE_ARRAY(1, 1000000)) AS a, UNNEST(GENERATE_ARRAY(1, 1000000)) AS b WHERE MOD(a * b, 7) = 3';

/** Geometry around the first two of four passes of the made-up harvest, which are 10 m apart. */
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [9.9999, 49.9999],
      [10.00021, 49.9999],
      [10.00021, 50.0006],
      [9.9999, 50.0006],
      [9.9999, 49.9999],
    ],
  ],
};

export interface Harvested {
  owner: TestOwner;
  svcUserId: string;
  /** A field with half of the points. */
  fieldId: string;
  fileId: string;
}

/** An owner with 100 points of a harvest. */
export async function harvested(): Promise<Harvested> {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const { id: fieldId } = await freshField(owner, svcUserId, { geometry });
  const { files } = await processed(owner, svcUserId, 'harvest.zip', zipOf({ 'wheat.csv': harvestCsv() }));
  await idle();
  return { owner, svcUserId, fieldId, fileId: files[0]?.id ?? '' };
}
