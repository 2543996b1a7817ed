import { firstKey, sumKey, sumOf, termKey } from '../adapters/aws/dynamodb/consumption/consumption-item.ts';
import { newId, systemClock } from '../adapters/system.ts';
import { type ShownContract, termsUntil } from '../domain/usage/contract.ts';
import { ofOwner } from '../domain/usage/counting/series.ts';
import { addDays, dayOf } from '../domain/weather/days.ts';
import { usageApi } from '../functions/areas/usage/api.ts';
import { httpClient } from './http-client.ts';
import { loadRecords } from './many-fields.ts';
import { makeOwners } from './owners.ts';
import { benchmark, type Row, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { percentile, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMilliseconds = 100;
const maxGrowth = 1.25;
const product = 'OPERATIONS_FILE';
const years = 3;
/** A field of 20 ha. */
const unitsPerField = 20_000_000;

/** A day's usage of an owner with many fields, each of which is worked for the first time of a term on a day of its own. */
export const usage = benchmark({
  name: 'usage',
  takes: 'a minute: the usage of a day among 100,000 fields of 1,000 users in three years',
  sizes: {
    full: { users: 1_000, fieldsPerUser: 100, rounds: 60, warmUps: 5 },
    tiny: { users: 5, fieldsPerUser: 3, rounds: 1, warmUps: 0 },
  },
  async *run({ users, fieldsPerUser, rounds, warmUps }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      const first = await startFurrow(temporary.path);
      const [owner] = await makeOwners(first.endpoints, 1);
      await first.stop();
      if (!owner) throw new Error('no owner was made');
      const table = first.endpoints.variables.CONSUMPTION_TABLE ?? '';
      await loadRecords({ dataDir: temporary.path, table }, recordsOf(owner.id, users, fieldsPerUser));
      furrow = await startFurrow(temporary.path);
      const base = `${furrow.endpoints.baseUrl}${usageApi.base}/billing/contracts`;
      const ask = async (path: string) =>
        JSON.parse((await client.ask({ url: base + path, token: owner.token, method: 'GET' })).body.toString());
      const contracts: ShownContract[] = await ask('');
      if (contracts.length !== years) throw new Error(`there are ${contracts.length} contracts`);
      const times = contracts.map((): number[] => []);
      for (let round = -warmUps; round < rounds; round++) {
        for (const [year, { id, startDate }] of contracts.entries()) {
          const path = `/${id}/consumption?timestamp=${addDays(startDate.slice(0, 10), 300)}`;
          let found = 0;
          const time = await timed(async () => {
            found = (await ask(path)).svcUsersAreas.length;
          });
          if (found !== users) throw new Error(`${found} of ${users} users were answered`);
          if (round >= 0) times[year]?.push(time);
        }
      }
      const medians = times.map((each) => percentile(each, 50));
      for (const [year, time] of medians.entries()) {
        yield within(`a day’s usage in year ${year + 1}, p50`, time, maxMilliseconds, 'ms');
      }
      yield {
        name: 'a day’s usage in year 3',
        measured: medians[years - 1] ?? 0,
        unit: 'ms',
        comparedWith: { what: 'in year 1', value: medians[0] ?? 0 },
        limit: { atMost: maxGrowth },
      } satisfies Row;
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

/** What counting leaves: a sum for each user and the owner, with the days on which a field was new. */
function recordsOf(ownerId: string, users: number, fieldsPerUser: number): Record<string, unknown>[] {
  // The day 300 of the last term has to be over.
  const firstDay = addDays(dayOf(systemClock.now()), -(2 * 366 + 320));
  const terms = termsUntil(firstDay, dayOf(systemClock.now())).slice(0, years);
  const ids = Array.from({ length: users }, newId);
  const records: Record<string, unknown>[] = [{ ...firstKey(ownerId, product), day: firstDay }];
  for (const { start } of terms) {
    records.push(termKey(ownerId, product, start));
    const whole: Record<string, number> = {};
    for (const [number, subject] of ids.entries()) {
      const days: Record<string, number> = {};
      for (let field = 0; field < fieldsPerUser; field++) {
        const day = addDays(start, (field * 7 + number * 13) % 300);
        days[day] = (days[day] ?? 0) + unitsPerField;
        whole[day] = (whole[day] ?? 0) + unitsPerField;
      }
      records.push({ ...sumKey(ownerId, { product, term: start, subject }), ...sumOf(days), moves: 1 });
    }
    records.push({ ...sumKey(ownerId, { product, term: start, subject: ofOwner }), ...sumOf(whole), moves: 1 });
  }
  return records;
}
