import { setTimeout as sleep } from 'node:timers/promises';
import { queryApi } from '../functions/areas/query/run/api.ts';
import { usersApi } from '../functions/areas/users/api.ts';
import { type Uploader, uploadUntilProcessed } from './boundary-upload.ts';
import { form, httpClient, Refused } from './http-client.ts';
import { hundredFieldsZip } from './hundred-fields.ts';
import { makeOwners } from './owners.ts';
import { proportionalTogether, watchMemory, withChildren } from './process-memory.ts';
import { benchmark, type Row, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { soilSamplesZip, uploadUntilCompleted } from './soil-upload.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Beside the others, something may take so many times as long as alone, or so many milliseconds, whichever is more. */
const [maxTimes, alwaysMilliseconds] = [3, 2_000];
const [maxMegabytes, maxAfterwards] = [3_072, 1.2];
const memoryLooksMilliseconds = 500;
/** After a refusal, a greedy owner asks again at once: it heeds no `Retry-After`. */
const afterRefusalMilliseconds = 250;
/** What takes longer counts as this long, so that the benchmark ends. */
const patienceMilliseconds = 60_000;
/** How often the one owner and the greedy ones look whether something has ended: more often, and their requests are refused. */
const [looksMilliseconds, greedyLooksMilliseconds] = [250, 1_000];

/** What owners ask for: their names in the table, and one of each. */
type Kinds = Record<string, (owner: Uploader) => Promise<unknown>>;

/** One owner beside eight greedy ones, each with eight connections, that all have begun before it. */
export const greedyOwners = benchmark({
  name: 'greedy-owners',
  takes:
    'ten minutes: uploads, queries, soil and reads of one owner beside eight greedy ones, and the memory afterwards',
  sizes: {
    full: {
      greedy: 8,
      connections: 2,
      rounds: 3,
      samples: 10_000,
      numbers: 1_000_000,
      untilCrowded: 15_000,
      rests: 300_000,
    },
    tiny: { greedy: 1, connections: 1, rounds: 1, samples: 20, numbers: 100, untilCrowded: 50, rests: 0 },
  },
  async *run({ greedy, connections, rounds, samples, numbers, untilCrowded, rests }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      furrow = await startFurrow(temporary.path);
      const { pid } = furrow;
      const { baseUrl } = furrow.endpoints;
      const owners = await makeOwners(furrow.endpoints, greedy + 1);
      const [stranger, ...others] = owners.map(({ token }) => ({ client, baseUrl, token, looksMilliseconds })) as [
        Uploader,
        ...Uploader[],
      ];
      const fields = form('file', 'fields.zip', hundredFieldsZip());
      const soil = form('files', 'samples.zip', Buffer.from(soilSamplesZip(samples)));
      const kinds = (query: string): Kinds => ({
        'an upload of 100 fields': (owner) => uploadUntilProcessed(owner, fields),
        'SELECT COUNT(*)': (owner) => ask(owner, 'POST', `${queryApi.base}/query`, query),
        'a soil batch': (owner) => uploadUntilCompleted(owner, soil, samples),
        'a page of users': (owner) => ask(owner, 'GET', `${usersApi.base}/users`),
      });
      const mine = kinds('SELECT COUNT(*) AS n FROM fields');
      for (const one of Object.values(mine)) await one(stranger);
      const memory = () => proportionalTogether(withChildren(pid));
      const atRest = memory();
      const alone: Record<string, number> = {};
      for (const [name, one] of Object.entries(mine)) alone[name] = (await taken(one, stranger, rounds)).milliseconds;

      const watch = watchMemory(() => withChildren(pid), proportionalTogether, memoryLooksMilliseconds);
      const crowd = beGreedy(
        others.map((one) => ({ ...one, looksMilliseconds: greedyLooksMilliseconds })),
        kinds(endless(numbers)),
        connections,
      );
      await sleep(untilCrowded);
      const refusedHere: number[] = [];
      for (const [name, one] of Object.entries(mine)) {
        const { milliseconds, refused } = await taken(one, stranger, rounds);
        refusedHere.push(...refused);
        yield besideOthers(name, milliseconds, alone[name] ?? Number.NaN, greedy);
      }
      const refused = [...refusedHere, ...(await crowd.end())];
      yield { ...within('500 among all answers', count(refused, 500), 1, 'requests'), limit: { atMost: 0 } };
      yield told('503 among all answers', count(refused, 503));
      yield told('the stranger was refused', refusedHere.length);
      await watch.stop();
      yield within('all processes at their peak, proportional', watch.peak(), maxMegabytes, 'MB');
      await sleep(rests);
      yield {
        name: 'all processes when it is over for a while, proportional',
        measured: memory(),
        unit: 'MB',
        comparedWith: { what: 'before it', value: atRest },
        limit: { atMost: maxAfterwards },
      };
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

/** A query that runs into its time limit if there are many numbers. */
const endless = (numbers: number) =>
  `SELECT COUNT(*) AS n FROM UNNEST(GENERATE_ARRAY(1, ${numbers})) AS a, UNNEST(GENERATE_ARRAY(1, ${numbers})) AS b WHERE MOD(a * b, 7) = 3`;

interface Taken {
  /** The median in milliseconds. */
  milliseconds: number;
  /** The statuses of refusals, after which the same was asked for again: the time goes on. */
  refused: number[];
}

async function taken(one: Kinds[string], owner: Uploader, rounds: number): Promise<Taken> {
  const times: number[] = [];
  const refused: number[] = [];
  const untilDone = async () => {
    for (let status = await statusOf(one(owner)); status; status = await statusOf(one(owner))) {
      refused.push(status);
      await sleep(afterRefusalMilliseconds);
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timed(() => Promise.race([untilDone(), sleep(patienceMilliseconds)])));
  }
  return { milliseconds: median(times), refused };
}

/** Has each owner ask for each kind over so many connections, again as soon as it is answered. */
function beGreedy(owners: Uploader[], kinds: Kinds, connections: number) {
  const refused: number[] = [];
  let goesOn = true;
  const asking = async (one: () => Promise<unknown>) => {
    while (goesOn) {
      const status = await statusOf(one());
      if (!status) continue;
      refused.push(status);
      await sleep(afterRefusalMilliseconds);
    }
  };
  const all = owners.flatMap((owner) =>
    Object.values(kinds).flatMap((one) => Array.from({ length: connections }, () => asking(() => one(owner)))),
  );
  return {
    /** Resolves with the statuses of all refusals, once what was asked for has ended or has taken too long. */
    async end() {
      goesOn = false;
      await Promise.race([Promise.all(all), sleep(patienceMilliseconds)]);
      return refused;
    },
  };
}

/** Undefined for what was done. */
async function statusOf(asked: Promise<unknown>): Promise<number | undefined> {
  try {
    await asked;
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.status;
    throw error;
  }
}

const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

function besideOthers(name: string, measured: number, alone: number, greedy: number): Row {
  return {
    name: `${name}, beside ${greedy} greedy owners`,
    measured,
    unit: 'ms',
    comparedWith: { what: 'the same alone', value: alone },
    limit: { atMost: Math.max(maxTimes, Math.round(alwaysMilliseconds / alone)) },
  };
}

function told(name: string, requests: number): Row {
  return { ...within(name, requests, 1, 'requests'), limit: { atMost: Number.POSITIVE_INFINITY } };
}

function ask({ client, baseUrl, token }: Uploader, method: string, path: string, text?: string) {
  const body =
    text === undefined
      ? undefined
      : { contentType: 'text/plain', length: Buffer.byteLength(text), open: () => Buffer.from(text) };
  return client.ask({ url: baseUrl + path, token, method, ...(body && { body }) });
}
