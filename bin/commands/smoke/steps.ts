import { setTimeout as sleep } from 'node:timers/promises';
import { sampleZip } from '../../../local/demo/sample-farm/machine-file-steps.ts';
import { type Ended, hasEnded } from '../../../local/demo/sample-farm/until-ended.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import type { Account } from '../../../local/demo/sandbox-account.ts';
import type { ApiClient } from './api-client.ts';

/** What the steps of one walk share. */
export interface Walk {
  client: ApiClient;
  svcUserId: string;
  /** Undefined where none is known. */
  account(): Promise<Account | undefined>;
  signal: AbortSignal;
}

export interface Step {
  name: string;
  /** Resolves to what was seen, in a few words. @throws Error saying what was wrong. */
  run(walk: Walk): Promise<string>;
}

/** Thrown by a step that cannot be tried on this installation; its message says why. */
export class NotTried extends Error {}

const users = '/services/usermanagement/api/users';
const fields = '/services/fields/api';
const uploads = '/services/uploadservice/api/upload';
const operations = '/services/operations/api';
const sql = '/services/pointlake/api/v2';

/** Points of the sample harvest that are kept. Its conversion needs both native layers. */
const harvestPoints = 40_568;
/** Fields of the sample shapefile. */
const sampleFields = 6;

/** The walk of one grower's data through an installation, from the first upload to its erasure. */
export const steps: Step[] = [
  {
    name: 'boundaries: upload of a shapefile becomes fields',
    async run({ client, svcUserId }) {
      const { id } = await send(client, `${uploads}?svcUserId=${svcUserId}`, 'fields.zip', sampleFieldsZip());
      await processed(client, `${uploads}/${id}`);
      const found = await client.ask<unknown[]>('GET', `${fields}/fields?svcUserId=${svcUserId}&size=100`);
      expectNumber('fields', found.length, sampleFields);
      return `${found.length} fields`;
    },
  },
  {
    name: 'machine data: upload of a harvest is converted',
    async run({ client, svcUserId }) {
      const { name, content } = sampleZip('harvest-of-01');
      const { id } = await send(client, `${operations}/batch?svcUserId=${svcUserId}`, name, content);
      await processed(client, `${operations}/batch/${id}`);
      const list = `${operations}/files?batchId=${id}`;
      const isOver = (all: ShownFile[]) => all.every(({ status }) => status !== 'processing');
      const [file] = await client.until<ShownFile[]>(list, isOver);
      expectNumber('points', file?.pointCounts?.kept, harvestPoints);
      return `${file?.pointCounts?.kept.toLocaleString('en')} points`;
    },
  },
  {
    name: 'SQL: a query over the points',
    async run(walk) {
      const counted = await pointsOf(walk);
      expectNumber('points', counted, harvestPoints);
      return `${counted.toLocaleString('en')} points`;
    },
  },
  {
    name: 'export: GeoParquet of the points',
    async run({ client, svcUserId }) {
      const query = `SELECT geometry, crop FROM points WHERE svcUserId = '${svcUserId}'`;
      const file = await client.bytes('POST', `${sql}/export-query-geoparquet`, query);
      const ends = [file.subarray(0, 4), file.subarray(-4)].map((bytes) => bytes.toString('latin1'));
      if (ends.join() !== 'PAR1,PAR1') throw new Error(`the export of ${file.length} bytes is no Parquet file`);
      return `${Math.round(file.length / 1024).toLocaleString('en')} kB`;
    },
  },
  {
    name: 'sync: fields of an account at a provider',
    async run({ client, svcUserId, account }) {
      const found = await account();
      if (!found) throw new NotTried('no account: name one with --credential');
      await client.ask('POST', `${users}/${svcUserId}/${found.path}`, found.body);
      const isProvided = ({ providerName }: ShownField) => providerName !== undefined;
      const list = `${fields}/fields?svcUserId=${svcUserId}&size=100`;
      const fieldsOfUser = await client.until<ShownField[]>(list, (all) => all.some(isProvided));
      return `${fieldsOfUser.filter(isProvided).length} fields and more`;
    },
  },
  {
    name: 'erasure: a deleted user is gone, and its points',
    async run(walk) {
      const { client, svcUserId, signal } = walk;
      await client.ask('DELETE', `${users}/${svcUserId}`);
      while ((await pointsOf(walk)) > 0) await sleep(1_000, undefined, { signal });
      const left = await client.ask<unknown[]>('GET', `${fields}/fields?svcUserId=${svcUserId}`);
      expectNumber('fields', left.length, 0);
      return 'no fields, no points';
    },
  },
];

interface ShownFile {
  status: string;
  pointCounts?: { kept: number };
}

interface ShownField {
  providerName?: string;
}

/** Creates the user that everything in a walk belongs to. */
export async function createUser(client: ApiClient): Promise<string> {
  const body = { name: 'Smoke test', email: 'smoke@furrow.example' };
  return (await client.ask<{ id: string }>('POST', users, body)).id;
}

/** Deletes the user of a walk that was cut short, unless it is gone. */
export async function removeUser(client: ApiClient, svcUserId: string): Promise<void> {
  await client.ask('DELETE', `${users}/${svcUserId}`).catch(() => undefined);
}

function send(client: ApiClient, path: string, name: string, content: Uint8Array): Promise<{ id: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  return client.ask('POST', path, form);
}

async function processed(client: ApiClient, path: string): Promise<void> {
  const end = await client.until<Ended>(path, hasEnded);
  if (end.status === 'FAILED') throw new Error(`GET ${path}: FAILED, ${end.statusDetails ?? 'without details'}`);
}

async function pointsOf({ client, svcUserId }: Walk): Promise<number> {
  const query = `SELECT COUNT(*) AS points FROM points WHERE svcUserId = '${svcUserId}'`;
  const [row] = await client.ask<{ points: number }[]>('POST', `${sql}/query`, query);
  return row?.points ?? 0;
}

function expectNumber(what: string, found: number | undefined, wanted: number): void {
  if (found !== wanted) throw new Error(`${found ?? 'no'} ${what}, where there should be ${wanted}`);
}
