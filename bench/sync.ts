import { setTimeout as sleep } from 'node:timers/promises';
import { type Gate, gatesOf } from '../domain/transport/gates.ts';
import { httpClient } from './http-client.ts';
import { makeOwners } from './owners.ts';
import { watchMemory, withChildren } from './process-memory.ts';
import { benchmark, type Row } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { median } from './statistics.ts';
import { callsOf, forgetCalls, makeFarm, type SandboxCalls, syncFarm } from './synced-farm.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxTimes = 2;
/** The sandbox holds the larger farm in the same process. */
const maxGrowth = 1.25;
/** Calls arrive later than they pass a gate, each by another time. */
const maxBeyondGate = 1.2;
const [accountGate, providerGate] = gatesOf('JohnDeere', '', '') as [Gate, Gate];
const small = { fields: 3, files: 1 };

/** First rounds over accounts at the sandbox of John Deere, until all is processed: memory, and one owner's beside another's. */
export const sync = benchmark({
  name: 'sync',
  takes: 'twenty minutes: first rounds over accounts of 500 and of 2,000 fields, and of a small one beside these',
  sizes: {
    full: { some: { fields: 500, files: 125 }, many: { fields: 2_000, files: 500 }, rounds: 3, untilBusy: 10_000 },
    tiny: { some: { fields: 2, files: 1 }, many: { fields: 4, files: 2 }, rounds: 1, untilBusy: 10 },
  },
  async *run({ some, many, rounds, untilBusy }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      furrow = await startFurrow(temporary.path);
      const { pid } = furrow;
      const synced = { client, furrow };
      const [owner, stranger] = (await makeOwners(furrow.endpoints, 2)).map(({ token }) => token) as [string, string];
      await makeFarm(synced, '8001', some);
      await makeFarm(synced, '8002', many);
      await makeFarm(synced, '8003', small);
      const ofSmall = () => secondsOf(rounds, () => syncFarm(synced, stranger, '8003', small));
      await ofSmall();
      const alone = await ofSmall();
      await forgetCalls(synced);
      const first = await watched(pid, () => syncFarm(synced, owner, '8001', some));
      yield busiest('of one account', await callsOf(synced), accountGate);
      await forgetCalls(synced);
      let beside = Number.NaN;
      const second = await watched(pid, async () => {
        const round = syncFarm(synced, owner, '8002', many);
        await sleep(untilBusy);
        beside = await ofSmall();
        return round;
      });
      yield busiest('of two accounts', await callsOf(synced), providerGate);
      yield throughput(
        `${some.fields} fields and ${some.files} files, first round`,
        some.fields + some.files,
        first.seconds,
      );
      yield throughput(
        `${many.fields} fields and ${many.files} files, first round`,
        many.fields + many.files,
        second.seconds,
      );
      yield {
        name: `the process at its peak, of ${many.fields} fields and ${many.files} files`,
        ...{ measured: second.peak, unit: 'MB', limit: { atMost: maxGrowth } },
        comparedWith: { what: `of ${some.fields} and ${some.files}`, value: first.peak },
      };
      yield {
        name: `${small.fields} fields and a file, beside ${many.fields} of another owner`,
        ...{ measured: beside, unit: 's', limit: { atMost: maxTimes } },
        comparedWith: { what: 'the same alone', value: alone },
      };
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

async function secondsOf(times: number, once: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) taken.push(await once());
  return median(taken);
}

async function watched(pid: number, work: () => Promise<number>): Promise<{ seconds: number; peak: number }> {
  const memory = watchMemory(() => withChildren(pid));
  try {
    const seconds = await work();
    return { seconds, peak: memory.peak() };
  } finally {
    await memory.stop();
  }
}

function busiest(whose: string, { busiestSecond }: SandboxCalls, { kind, rate }: Gate): Row {
  return {
    ...{ name: `calls in the busiest second, ${whose}`, measured: busiestSecond, unit: 'requests' },
    comparedWith: { what: `the gate of a ${kind}, in ${rate.seconds} s`, value: rate.calls },
    limit: { atMost: maxBeyondGate },
  };
}

/** Only reported: the gate of an account lets ten calls a second through, and most fields and files are two calls. */
function throughput(name: string, records: number, seconds: number): Row {
  return {
    ...{ name, measured: records / seconds, unit: '/s', limit: { atLeast: 0 } },
    comparedWith: { what: 'calls that the gate lets through', value: 10 },
  };
}
