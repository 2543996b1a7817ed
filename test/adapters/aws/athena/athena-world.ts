import { writeFile } from 'node:fs/promises';
import {
  AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { mockClient } from 'aws-sdk-client-mock';
import { athenaQueryEngine } from '../../../../adapters/aws/athena/athena-query-engine.ts';
import type { LakeSnapshots } from '../../../../domain/query/lake-catalogue.ts';
import { ownerCatalogue } from '../../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../../sql/compile-query.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

export const ownerId = 'owner-a';

/** An Athena with scripted responses, and the engine in front of it. */
export function athenaWorld(snapshots: LakeSnapshots = new Map(), written = '') {
  const client = new AthenaClient({ region: 'eu-central-1' });
  // Only this client is mocked, not its class, which other suites of the process use.
  const athena = mockClient(client);
  athena.on(StartQueryExecutionCommand).resolves({ QueryExecutionId: 'execution' });
  athena.on(StopQueryExecutionCommand).resolves({});
  const asked: { ownerId: string; prefixes: readonly string[] }[] = [];
  const removed: string[] = [];
  const downloaded: string[] = [];
  const engine = athenaQueryEngine({
    clients: async (id, prefixes) => {
      asked.push({ ownerId: id, prefixes });
      return client;
    },
    pointers: { snapshotsOf: async () => snapshots },
    workGroup: 'furrow-test-queries',
    database: 'furrow_test',
    resultsBucket: 'files',
    results: {
      async *list(prefix) {
        yield `${prefix}.csv`;
      },
      async download(key, path) {
        downloaded.push(key);
        await writeFile(path, written);
        return true;
      },
      getText: async () => undefined,
      remove: async (keys) => void removed.push(...keys),
    },
    overlay: () => Promise.reject(new Error('nothing is laid over anything')),
    temporaryFolder: temporaryFolder('results'),
    newId: () => 'new-id',
  });

  const states = (...all: { state: string; reason?: string }[]) => {
    const answers = all.map(({ state, reason }) => ({
      QueryExecution: { Status: { State: state as 'RUNNING', ...(reason && { StateChangeReason: reason }) } },
    }));
    const last = answers.pop();
    const command = athena.on(GetQueryExecutionCommand);
    for (const answer of answers) command.resolvesOnce(answer);
    if (last) command.resolves(last);
  };

  const pages = (...all: (string | null)[][][]) => {
    const command = athena.on(GetQueryResultsCommand);
    for (const [index, rows] of all.entries()) {
      command.resolvesOnce({
        ResultSet: {
          Rows: rows.map((cells) => ({ Data: cells.map((text) => (text === null ? {} : { VarCharValue: text })) })),
        },
        ...(index < all.length - 1 && { NextToken: `page ${index + 1}` }),
      });
    }
  };

  const compiled = async (text: string) =>
    compileQuery(text, await engine.present(ownerId, ownerCatalogue(ownerId)), { engine: engine.dialect, now: 0 });

  const run = async (text: string, signal = new AbortController().signal) => {
    const rows: unknown[] = [];
    for await (const some of engine.rows(ownerId, await compiled(text), signal)) {
      rows.push(...some.map((row) => JSON.parse(row) as unknown));
    }
    return rows;
  };

  return { athena, engine, asked, removed, downloaded, states, pages, compiled, run };
}
