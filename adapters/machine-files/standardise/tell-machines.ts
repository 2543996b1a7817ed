import { metresPerDegreeSql } from '../../../domain/geometry/local-plane.ts';
import { machineTracks, withinTick } from '../../../domain/machine-files/points/machine-tracks.ts';
import { fastestWork } from '../../../domain/machine-files/points/plausible-values.ts';
import type { RawSet } from '../raw-set.ts';
import { rowsAtOnce, type WorkDatabase } from '../work-database.ts';

/** The share of steps that no machine can take, above which the rows are those of several. */
const mixed = 0.1;
/** More rows would not fit into memory beside the table. */
const mostRows = 5_000_000;

const metres = metresPerDegreeSql('((lat + latBefore) / 2)');

/** The rows of `mapped` with the machines that were told apart. */
const toldSql = `(select mapped.* replace (machines.machine::varchar as machine)
  from mapped left join machines on mapped."row" = machines."row")`;

/**
 * Tells the rows of several machines apart where the source names none and has no distances: steps between positions that alternate
 * between machines are no way of anyone. Creates the table `machines` with the machine of each row if there are several.
 *
 * @returns what was taken for granted, as clauses, and the rows of `mapped` with their machines, for FROM.
 */
export async function tellMachines(
  { operationType, values, machineColumn, hasSteps }: RawSet,
  work: WorkDatabase,
): Promise<{ notes: string[]; told: string }> {
  const asNamed = { notes: [], told: 'mapped' };
  if (hasSteps || machineColumn || values.some(({ property }) => property === 'distance')) return asNamed;
  const fastest = fastestWork[operationType];
  const [found] = await work.rows<Record<'steps' | 'impossible', string | number>>(
    `select count(*) as steps, count(*) filter (metres > ${withinTick} + ${fastest} * since) as impossible
      from (select since, sqrt(pow((lat - latBefore) * ${metres.latitude}, 2)
          + pow(((lon - lonBefore + 540) % 360 - 180) * ${metres.longitude}, 2)) as metres
        from (select lon, lat, lag(lon) over section as lonBefore, lag(lat) over section as latBefore,
            epoch("timestamp" - lag("timestamp") over section) as since
          from mapped where "timestamp" is not null
          window section as (partition by sectionId order by "timestamp", "row")))
      where since <= 60`,
  );
  const [steps, impossible] = [Number(found?.steps ?? 0), Number(found?.impossible ?? 0)];
  if (steps === 0 || steps > mostRows || impossible < steps * mixed) return asNamed;
  const rows = await work.rows<Record<'row' | 'lon' | 'lat' | 'time', number | string>>(
    `select "row"::double as "row", lon, lat, epoch_ms("timestamp")::double as time from mapped
      where "timestamp" is not null order by "timestamp", "row"`,
  );
  const records = rows.map(({ lon, lat, time }) => ({ lon: Number(lon), lat: Number(lat), time: Number(time) }));
  const tracks = machineTracks(records, fastest);
  const columns = [
    { name: 'row', type: 'DOUBLE' as const },
    { name: 'machine', type: 'DOUBLE' as const },
  ];
  const runs = function* () {
    for (let first = 0; first < rows.length; first += rowsAtOnce) {
      const some = rows.slice(first, first + rowsAtOnce);
      yield [
        Float64Array.from(some, ({ row }) => Number(row)),
        Float64Array.from(tracks.slice(first, first + rowsAtOnce)),
      ];
    }
  };
  await work.fill('machines', columns, runs());
  return { notes: ['rows of several machines were told apart by their places'], told: toldSql };
}
