import { rm } from 'node:fs/promises';
import type { ProcessedFile, ProcessingOrder, ResultSink } from '../../domain/machine-files/machine-file-engine.ts';
import type { UnitWeights } from '../../domain/machine-files/points/columns/decide-unit.ts';
import { measures } from '../../domain/machine-files/points/point-properties.ts';
import { type MachineProblem, machineProblem } from '../../domain/machine-files/problem.ts';
import type { MachineSet } from '../../domain/machine-files/sets/machine-set.ts';
import { stepsUntil } from '../../domain/machine-files/step.ts';
import { diskFailure } from '../process/disk-failure.ts';
import { checkPoints } from './checks/check-points.ts';
import { leaveOutImplausible } from './checks/leave-out-implausible.ts';
import { limitsOf } from './checks/limits-of-points.ts';
import { machineConverters } from './converters/index.ts';
import { geojson } from './outputs/geojson.ts';
import { rawPointsSql } from './outputs/points.ts';
import { finish, type Progress } from './progress.ts';
import { MachineFileError, type RawSet } from './raw-set.ts';
import { sideBySide } from './side-by-side.ts';
import { deriveValues } from './standardise/derived-values.ts';
import { percentOfFractions } from './standardise/fractions.ts';
import { findJumps } from './standardise/jumps.ts';
import { leaveOutImpossible, possibleNumbers } from './standardise/possible-numbers.ts';
import { leaveOutRepeated } from './standardise/repeated-records.ts';
import { missingProperties, requiredProperties } from './standardise/required-properties.ts';
import { settleUnits } from './standardise/settle-units.ts';
import { mapSourceValues } from './standardise/source-values.ts';
import { type PointUnits, presentPoints } from './standardise/standard-points.ts';
import { tellMachines } from './standardise/tell-machines.ts';
import type { WorkDatabase } from './work-database.ts';
import { writeOutputs } from './write-outputs.ts';

/** Takes a set through all steps. Problems of its files are in the result. */
export async function processSet(
  set: MachineSet,
  order: ProcessingOrder,
  sink: ResultSink,
  work: WorkDatabase,
): Promise<ProcessedFile> {
  const progress: Progress = {
    at: 'rawGeojson',
    steps: { originalFile: { status: 'processed', message: 'ok' } },
    artefacts: ['originalFile'],
    problems: [...set.problems],
    reached: {},
  };
  try {
    await takeSteps(set, order, sink, work, progress);
    const { steps, artefacts, problems, reached } = progress;
    return { ...reached, status: 'processed', steps, artefacts, problems };
  } catch (error) {
    // A full disk is not the file's fault: it is thrown, so that the file is processed again later.
    if (!(error instanceof MachineFileError) || diskFailure(error)) throw error;
    const { at, steps, artefacts, problems, reached } = progress;
    return {
      ...reached,
      status: 'failed',
      steps: stepsUntil(at, error.message, steps),
      artefacts,
      problems: [...problems, error.problem],
    };
  }
}

async function takeSteps(
  set: MachineSet,
  order: ProcessingOrder,
  sink: ResultSink,
  work: WorkDatabase,
  progress: Progress,
): Promise<void> {
  if (set.problems.some(({ severity }) => severity === 'error')) progress.problems = [];
  const raw = withCrop(await readSet(set, work, order.settings.unitWeights), order);
  // The disk is small, and from here on all data is in the database.
  for (const { path } of Object.values(set.members)) await rm(path, { force: true });
  const ofDays = raw.time?.written?.problems(set.file) ?? [];
  progress.problems.push(...raw.problems, ...unknownUnits(set.file, raw), ...ofDays);
  progress.reached.operationType = raw.operationType;
  const writeRaw = async () => {
    await sink.artefact('rawGeojson', geojson(rawPointsSql(raw), work));
    progress.artefacts.push('rawGeojson');
  };
  const [counted] = await work.rows<{ rows: string }>('select count(*) as "rows" from raw');
  progress.rows = Number(counted?.rows ?? 0);
  const [, units] = await sideBySide(work, writeRaw, () => standardise(raw, set.file, order, work, progress));
  await work.run('drop table raw');
  await writeOutputs(set.file, raw, units, { order, sink, work, progress });
}

/** Creates the table `raw` of a set. @param weights of units, in kilograms (setting `unitWeights`). @throws MachineFileError */
export async function readSet(set: MachineSet, work: WorkDatabase, weights: UnitWeights = {}): Promise<RawSet> {
  const refused = set.problems.find(({ severity }) => severity === 'error');
  if (refused) throw new MachineFileError(refused);
  const convert = machineConverters[set.format];
  if (!convert) throw new Error(`${set.format} has neither a converter nor a problem`);
  return possibleNumbers(await settleUnits(await convert(set, work), set.file, work, weights), set.file, work);
}

/**
 * Problems of values with unknown units: they are left out of the points, and those of a tank mix out of the query
 * service.
 */
function unknownUnits(file: string, { operationType, values, product }: RawSet): MachineProblem[] {
  const unknown = values.flatMap(({ property, unit = '' }) => (measures(property, unit) ? [] : [{ property, unit }]));
  const mixed = operationType === 'applied' && product && product.parts.length > 0 ? [product, ...product.parts] : [];
  const rates = mixed.flatMap(({ name, rate }) =>
    rate && !measures('appliedRate', rate.unit) ? [{ product: name, unit: rate.unit }] : [],
  );
  return [
    ...(unknown.length > 0 ? [machineProblem('unknownUnits', file, { values: unknown })] : []),
    ...(rates.length > 0 ? [machineProblem('unknownProductUnits', file, { rates })] : []),
  ];
}

/** Sets the crop of the upload for files that name none. */
function withCrop(raw: RawSet, { crop }: ProcessingOrder): RawSet {
  const isOfCrop = raw.operationType === 'planted' || raw.operationType === 'harvested';
  const isNamed = raw.crop !== undefined || raw.values.some(({ property }) => property === 'crop');
  if (crop === undefined || !isOfCrop || isNamed) return raw;
  return { ...raw, crop, notes: [...raw.notes, 'the crop is the one that came with the upload'] };
}

/** Creates the table `presented` from `raw`, and returns its units. */
async function standardise(
  read: RawSet,
  file: string,
  { settings, receivedTime }: ProcessingOrder,
  work: WorkDatabase,
  progress: Progress,
): Promise<PointUnits> {
  finish(progress, 'rawGeojson', 'normalizedGeojson');
  const shares = await percentOfFractions(read, file, work);
  const { raw } = shares;
  progress.problems.push(...shares.problems);
  const { clockWasSet, notes } = await mapSourceValues(raw, settings.unitMeasurement, work);
  if (!clockWasSet) progress.problems.push(machineProblem('clockNeverSet', file));
  const { notes: ofMachines, told } = await tellMachines(raw, work);
  const all = [...raw.notes, ...(raw.time?.written?.notes ?? []), ...notes, ...ofMachines];
  finish(progress, 'normalizedGeojson', 'areaAndYield', all);

  await findJumps(raw.operationType, told, work);
  await deriveValues(raw, told, work);
  const required = requiredProperties(raw, settings);
  const units = await presentPoints(raw, settings, settings.outOfStandardOperations ? [] : required, work);
  progress.problems.push(...(await leaveOutImpossible(file, units, work)));
  const limits = await limitsOf(raw, units, work);
  // Before others are judged by those around them.
  await leaveOutRepeated(raw, units, work);
  progress.problems.push(...(await leaveOutImplausible(file, units, limits, receivedTime, work)));
  const found = await checkPoints(raw, file, units, limits, work);
  await work.run(
    'drop view derived; drop view mapped; drop view said; drop table jumps; drop table if exists track; drop table if exists machines',
  );
  if (raw.beside) await work.run(`drop table ${raw.beside}`);
  takeFindings(found, settings.outOfStandardOperations, progress);
  finish(progress, 'areaAndYield', 'standardGeojson');

  const missing = await missingProperties(required, work);
  if (missing.length > 0) {
    const problem = machineProblem('missingProperties', file, { properties: missing });
    if (!settings.outOfStandardOperations) throw new MachineFileError(withCause(problem, progress));
    progress.problems.push(asWarning(problem));
  }
  progress.reached.isOutOfStandard = missing.length > 0;
  return units;
}

/** Fails if the values cannot be right, unless files are accepted as they are. */
function takeFindings(found: MachineProblem[], acceptsAny: boolean, progress: Progress): void {
  const fatal = acceptsAny ? undefined : found.find(({ severity }) => severity === 'error');
  progress.problems.push(...found.filter((problem) => problem !== fatal).map(asWarning));
  if (!fatal) return;
  // Nothing of the file counts, whatever is said of its points.
  progress.problems = progress.problems.filter(({ code }) => code !== 'tooManyImplausible');
  throw new MachineFileError(fatal);
}

function asWarning(problem: MachineProblem): MachineProblem {
  return { ...problem, severity: 'warning' };
}

/** Returns the problem of missing units, if they are the cause of `missing`, and lists `missing` before it. */
function withCause(missing: MachineProblem, progress: Progress): MachineProblem {
  const units = progress.problems.find(({ code, severity }) => code === 'unstatedUnits' && severity === 'error');
  if (!units) return missing;
  progress.problems = [...progress.problems.filter((problem) => problem !== units), missing];
  return units;
}
