import { metresPerDegreeSql } from '../../../domain/geometry/local-plane.ts';
import type { RawSet } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';

/**
 * Maximum distance and time between consecutive records of a section: beyond, the machine was transported, or recording
 * paused.
 */
export const maxStepMetres = 100;
export const maxStepSeconds = 60;

/** Properties that may be derived from other values of a point, or of neighbouring points. */
export const derivedProperties: ReadonlySet<string> = new Set([
  ...['area', 'distance', 'heading', 'speed', 'wetMass', 'wetMassPerArea', 'wetVolume', 'wetVolumePerArea'],
  ...['dryMass', 'dryMassPerArea', 'dryVolume', 'dryVolumePerArea'],
]);

/**
 * Creates the view `derived`: the rows of `mapped` with derived values filled in; returns what was taken for granted. Distance, heading and speed are
 * derived from the previous record of the section, unless the source has them; area is distance times width; each yield
 * follows from any other.
 *
 * @param told the rows of `mapped` with their machines; see `tellMachines`.
 */
export async function deriveValues(
  { operationType, hasSteps }: RawSet,
  told: string,
  work: WorkDatabase,
): Promise<void> {
  if (!hasSteps) await work.run(`create table track as ${trackSql(told)}`);
  // Neither side is sorted or filtered on the way, so that their rows stay in the order of `raw`.
  const from = hasSteps ? 'select * from mapped' : tracked('select * from mapped positional join track');
  const steps = [area, ...(operationType === 'harvested' ? [wet, wetPerArea, dry, volumes] : [])];
  const query = steps.reduce((from, step) => step(from), from);
  await work.run(`create view derived as ${query}`);
}

/** Steps are so short that the ellipsoid is flat between them. */
const metres = metresPerDegreeSql('((lat + latBefore) / 2)');

/**
 * Values derived from neighbouring records of a machine's section, in the order of the rows; those that jumped have none among the others. A separate table, so that only a few
 * columns are sorted by section and time. The first record of a section has the heading and the distance of the second, as if it had come there like that.
 */
const trackSql = (told: string) => `select since,
    case when lonBefore is null then lead(moved) over section else moved end as moved,
    coalesce(heading, way, lead(coalesce(heading, way)) over section) as headed
  from (select *, case when since <= ${maxStepSeconds} and step <= ${maxStepMetres} then step end as moved,
      case when moved > 0.05 then (degrees(atan2(sin(radians(lon - lonBefore)) * cos(radians(lat)),
        cos(radians(latBefore)) * sin(radians(lat))
          - sin(radians(latBefore)) * cos(radians(lat)) * cos(radians(lon - lonBefore)))) + 360) % 360 end as way
    from (select *, sqrt(pow((lat - latBefore) * ${metres.latitude}, 2)
        + pow(((lon - lonBefore + 540) % 360 - 180) * ${metres.longitude}, 2)) as step
      from (select "row", "timestamp", sectionId, machine, heading, lon, lat,
          epoch("timestamp" - lag("timestamp") over section) as since,
          lag(lon) over section as lonBefore, lag(lat) over section as latBefore, isApart
        from (select *, "row" in (select "row" from jumps) as isApart from ${told})
        window section as (partition by isApart, sectionId, machine order by "timestamp", "row"))))
  window section as (partition by isApart, sectionId, machine order by "timestamp", "row")
  order by "row"`;

/** Fills in some columns of a query. */
type Step = (from: string) => string;

const tracked: Step = (from) => `select * exclude (since, moved, headed) replace (
    coalesce(distance, moved, 0) as distance,
    headed as heading,
    coalesce(speed, case when since <= ${maxStepSeconds} then coalesce(distance, moved) / nullif(since, 0) end) as speed)
  from (${from})`;

const area: Step = (from) => `select * replace (coalesce(area, distance * equipmentWidth) as area) from (${from})`;

/** A volume is converted to a mass by the crop's density (kg/L), dry mass by its standard moisture (percent). */
const wet: Step = (from) => `select * replace (coalesce(wetMass, wetMassPerArea * area, cropFlow * samplingInterval,
    wetVolume * density, wetVolumePerArea * area * density,
    coalesce(dryMass, dryMassPerArea * area, dryVolume * density, dryVolumePerArea * area * density)
      * ${wetShare}) as wetMass) from (${from})`;

/**
 * Wet mass by dry mass. Both are the same for crops without a standard moisture; without the crop, or without the moisture of
 * a point, nothing is known of either.
 */
const fromDry = `(case when standardMoisture is not null
  then (100 - standardMoisture) / nullif(100 - harvestMoisture, 0) when crop is not null then 1 end)`;

/** GREATEST and LEAST ignore NULL, and would take an unknown share for a whole. */
const wetShare = `case when ${fromDry} is not null then greatest(1, ${fromDry}) end`;
/** Of a record of water alone, nothing is dry. */
const dryShare = `case when ${fromDry} is not null then least(1, 1 / ${fromDry}) when harvestMoisture = 100 then 0 end`;

const wetPerArea: Step = (from) =>
  `select * replace (coalesce(wetMassPerArea, wetMass / nullif(area, 0)) as wetMassPerArea) from (${from})`;

const dry: Step = (from) => `select * replace (
    coalesce(dryMass, dryMassPerArea * area, wetMass * ${dryShare}, dryVolume * density,
      dryVolumePerArea * area * density) as dryMass,
    coalesce(dryMassPerArea, dryMass / nullif(area, 0), wetMassPerArea * ${dryShare},
      dryVolumePerArea * density) as dryMassPerArea)
  from (${from})`;

const volumes: Step = (from) => `select * replace (
    coalesce(wetVolume, wetVolumePerArea * area, wetMass / density) as wetVolume,
    coalesce(wetVolumePerArea, wetVolume / nullif(area, 0), wetMassPerArea / density) as wetVolumePerArea,
    coalesce(dryVolume, dryVolumePerArea * area, dryMass / density) as dryVolume,
    coalesce(dryVolumePerArea, dryVolume / nullif(area, 0), dryMassPerArea / density) as dryVolumePerArea)
  from (${from})`;
