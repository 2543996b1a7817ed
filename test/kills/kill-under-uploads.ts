import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchOwner, makeOwners } from '../../bench/owners.ts';
import { type RunningFurrow, startFurrow } from '../../bench/running-furrow.ts';
import { operationsApi } from '../../functions/areas/operations/api.ts';
import { uploadsApi } from '../../functions/areas/uploads/api.ts';
import { usersApi } from '../../functions/areas/users/api.ts';
import { harvestCsv, zipOf } from '../adapters/machine-files/harvest-text.ts';
import { geoJson } from '../api/uploads/boundary-files.ts';
import { type Random, randomOf } from '../random-queries/random.ts';

/** A file whose upload was answered with 201. */
interface Acknowledged {
  path: string;
  owner: BenchOwner;
}

export interface KillFigures {
  kills: number;
  acknowledged: number;
  processed: number;
  /** Paths of good files that ended FAILED. */
  failed: string[];
  /** Paths of uploads that had not ended a minute after the last start. */
  waiting: string[];
  /** Seconds from the last start's line `ready` until all had ended. */
  seconds: number;
}

/** Limit for the first response after a start, and for the end of all uploads. */
const maxWaitMilliseconds = 60_000;
const [shortestLife, maxLife] = [300, 4_000];

/**
 * Starts Furrow on one state repeatedly, sends it boundaries and machine files, and kills it 0.3 to 4 s after its first response. Then starts it
 * once more, and returns the outcome of every acknowledged file.
 *
 * @param seed decides the moments of the kills and the files.
 */
export async function killUnderUploads({
  dataDir,
  kills,
  seed,
  log,
}: {
  dataDir: string;
  kills: number;
  seed: number;
  log(line: string): void;
}): Promise<KillFigures> {
  const random = randomOf(seed);
  const sent: Acknowledged[] = [];
  let furrow = await startFurrow(dataDir);
  try {
    const senders = await usersOf(furrow, await makeOwners(furrow.endpoints, 2));
    for (let kill = 1; kill <= kills; kill += 1) {
      const life = shortestLife + random.below(maxLife - shortestLife);
      const before = sent.length;
      const senderEnds = senders.map((sender) => sendUntilKilled(furrow, sender, random, sent));
      // Functions are loaded by their first requests, which takes seconds on a busy machine.
      const until = performance.now() + maxWaitMilliseconds;
      while (sent.length === before && performance.now() < until) await sleep(20);
      await sleep(life);
      await furrow.kill();
      await Promise.all(senderEnds);
      log(`kill ${kill} after ${life} ms; ${sent.length} uploads acknowledged so far`);
      furrow = await startFurrow(dataDir);
    }
    return { kills, acknowledged: sent.length, ...(await whatBecameOf(furrow, sent)) };
  } finally {
    await furrow.kill();
  }
}

interface Sender {
  owner: BenchOwner;
  svcUserId: string;
}

async function usersOf({ endpoints }: RunningFurrow, owners: BenchOwner[]): Promise<Sender[]> {
  return Promise.all(
    owners.map(async (owner) => {
      const answer = await fetch(`${endpoints.baseUrl}${usersApi.base}/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ada Grower', email: 'ada@example.com' }),
      });
      return { owner, svcUserId: ((await answer.json()) as { id: string }).id };
    }),
  );
}

/** Sends one file after the other until the server is killed. */
async function sendUntilKilled(
  { endpoints: { baseUrl } }: RunningFurrow,
  { owner, svcUserId }: Sender,
  random: Random,
  sent: Acknowledged[],
): Promise<void> {
  for (;;) {
    const isMachineFile = random.chance(0.4);
    const base = isMachineFile ? `${operationsApi.base}/batch` : `${uploadsApi.base}/upload`;
    const index = random.below(1_000);
    const form = new FormData();
    if (isMachineFile) {
      const zip = zipOf({ 'harvest.csv': harvestCsv({ longitude: index / 10, days: random.below(300) }) });
      form.append('file', new Blob([zip as BlobPart]), 'harvest.zip');
    } else form.append('file', new Blob([geoJson(3, index)]), 'farm.geojson');
    try {
      const answer = await fetch(`${baseUrl}${base}?svcUserId=${svcUserId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}` },
        body: form,
      });
      const { id } = (await answer.json()) as { id: string };
      if (answer.status !== 201) throw new Error(`${base} answered ${answer.status}`);
      sent.push({ path: `${base}/${id}`, owner });
    } catch (error) {
      // The connection ended with the server. A response other than 201 is an error.
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
    await sleep(100 + random.below(200));
  }
}

async function whatBecameOf({ endpoints: { baseUrl } }: RunningFurrow, sent: Acknowledged[]) {
  const start = performance.now();
  const failed: string[] = [];
  let open = sent;
  while (open.length > 0 && performance.now() - start < maxWaitMilliseconds) {
    const left: Acknowledged[] = [];
    for (const one of open) {
      const answer = await fetch(baseUrl + one.path, { headers: { authorization: `Bearer ${one.owner.token}` } });
      const { status } = (await answer.json()) as { status: string | number };
      if (status === 'FAILED') failed.push(one.path);
      else if (status !== 'PROCESSED') left.push(one);
    }
    open = left;
    await sleep(500);
  }
  return {
    processed: sent.length - failed.length - open.length,
    failed,
    waiting: open.map(({ path }) => path),
    seconds: Math.round((performance.now() - start) / 1000),
  };
}
