import type { BoundarySet, UnpackedFile } from '../boundary-files/boundary-set.ts';
import { recogniseSets } from '../boundary-files/recognise-sets.ts';
import type { MachineMember, MachineSet, RecognisedSets } from '../machine-files/sets/machine-set.ts';
import { recogniseMachineSets } from '../machine-files/sets/recognise-machine-sets.ts';

/** The geometry of a file that may be of either kind: outlines of fields, or positions of work. */
export type Ground = 'outlines' | 'work';

/**
 * Geometries of files by name. A file that is missing here is read as boundaries, whose reader reports its problems.
 */
export type Grounds = ReadonlyMap<string, Ground>;

/** The boundaries of an upload of any kind, and whether it also holds machine data. */
export interface RoutedBoundaries {
  sets: BoundarySet[];
  hasMachineData: boolean;
}

/**
 * The sets of an upload of any kind that are boundaries. A set is either boundaries or machine data; task data and
 * GeoPackages may be both. Problems of other files are reported with the machine data or, without machine data, with the boundaries.
 *
 * @param soil the names of files with soil results, which have a reader of their own.
 */
export function boundariesOf(
  all: MachineMember[],
  grounds: Grounds,
  upload: string,
  soil: ReadonlySet<string> = new Set(),
): RoutedBoundaries {
  const files = all.filter(({ name }) => !soil.has(name));
  const machine = recogniseMachineSets(files).sets.filter((set) => isMachineData(set, grounds));
  const taken = new Set(machine.flatMap(({ members }) => Object.values(members).map(({ name }) => name)));
  const hasMachineData = machine.length > 0;
  const sets = recogniseSets(files, upload).filter((set) => {
    if (set.format === 'UNKNOWN') return !hasMachineData && soil.size === 0;
    const mayBeBoth = set.format === 'ISO11783' || set.format === 'GEOPACKAGE';
    if (mayBeBoth && grounds.get(set.file) === 'outlines') return true;
    return !namesOf(set).some((name) => taken.has(name));
  });
  return { sets, hasMachineData };
}

/** The machine data of an upload of any kind, and problems of files that are neither. */
export function machineDataOf(
  all: MachineMember[],
  grounds: Grounds,
  soil: ReadonlySet<string> = new Set(),
): RecognisedSets {
  const files = all.filter(({ name }) => !soil.has(name));
  const { sets, problems } = recogniseMachineSets(files);
  const boundaries = boundariesOf(files, grounds, '').sets.filter(({ format }) => format !== 'UNKNOWN');
  const elsewhere = new Set(boundaries.flatMap(namesOf));
  return {
    sets: sets.filter((set) => isMachineData(set, grounds)),
    problems: problems.filter(({ file }) => !elsewhere.has(file)),
  };
}

/** Shapefiles, GeoJSON and task data may be either; every other recognised format is machine data. */
function isMachineData({ format, members }: MachineSet, grounds: Grounds): boolean {
  if (format === 'SHAPEFILE') return members.metadata !== undefined || isOfWork(members.shp, grounds);
  if (format === 'GEOJSON') return isOfWork(members.main, grounds);
  if (format === 'ISO11783') {
    return Object.keys(members).some((name) => timeLog.test(name)) || isOfWork(members['TASKDATA.XML'], grounds);
  }
  return true;
}

/** The names of time logs in task data. */
const timeLog = /^TLG\d/i;

function isOfWork(file: UnpackedFile | undefined, grounds: Grounds): boolean {
  return file !== undefined && grounds.get(file.name) === 'work';
}

const namesOf = ({ members }: BoundarySet) => Object.values(members).map(({ name }) => name);
