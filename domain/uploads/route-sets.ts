import type { BoundarySet, UnpackedFile } from '../boundary-files/boundary-set.ts';
import { recogniseSets } from '../boundary-files/recognise-sets.ts';
import { meaningsOf, operationOf } from '../machine-files/points/column-meanings.ts';
import type { MachineMember, MachineSet, RecognisedSets } from '../machine-files/sets/machine-set.ts';
import { recogniseMachineSets } from '../machine-files/sets/recognise-machine-sets.ts';

/** What a file that may hold either has: outlines of fields, or the places of work. */
export type Ground = 'outlines' | 'work';

/** The grounds of files by their names. A file of which nothing is known is read as boundaries, which say what is wrong with it. */
export type Grounds = ReadonlyMap<string, Ground>;

/** The boundaries of an upload of any kind, and whether it holds machine data beside them. */
export interface RoutedBoundaries {
  sets: BoundarySet[];
  hasMachineData: boolean;
}

/**
 * The sets of an upload of any kind that are boundaries. A set is one or the other; task data may hold both. What is neither is told with the
 * machine data, which names every file, or with the boundaries where there is none.
 */
export function boundariesOf(files: MachineMember[], grounds: Grounds, upload: string): RoutedBoundaries {
  const machine = recogniseMachineSets(files).sets.filter((set) => isMachineData(set, grounds));
  const taken = new Set(machine.flatMap(({ members }) => Object.values(members).map(({ name }) => name)));
  const hasMachineData = machine.length > 0;
  const sets = recogniseSets(files, upload).filter((set) => {
    if (set.format === 'UNKNOWN') return !hasMachineData;
    if (set.format === 'ISO11783' && grounds.get(set.file) === 'outlines') return true;
    return !namesOf(set).some((name) => taken.has(name));
  });
  return { sets, hasMachineData };
}

/** The machine data of an upload of any kind, and what is neither. */
export function machineDataOf(files: MachineMember[], grounds: Grounds): RecognisedSets {
  const { sets, problems } = recogniseMachineSets(files);
  const boundaries = boundariesOf(files, grounds, '').sets.filter(({ format }) => format !== 'UNKNOWN');
  const elsewhere = new Set(boundaries.flatMap(namesOf));
  return {
    sets: sets.filter((set) => isMachineData(set, grounds)),
    problems: problems.filter(({ file }) => !elsewhere.has(file)),
  };
}

/** Whether the columns of areas are those of work: a machine's swaths are areas, too. One column may be of a field, such as the yield that it had. */
export function isWork(columns: string[]): boolean {
  const operation = operationOf(columns);
  return operation !== undefined && meaningsOf(columns, operation).length > 1;
}

/** Shapefiles, GeoJSON and task data may be either; all else that is recognised as machine data is nothing else. */
function isMachineData({ format, members }: MachineSet, grounds: Grounds): boolean {
  if (format === 'SHAPEFILE') return members.metadata !== undefined || isOfWork(members.shp, grounds);
  if (format === 'GEOJSON') return isOfWork(members.main, grounds);
  if (format === 'ISO11783') return Object.keys(members).some((name) => timeLog.test(name));
  return true;
}

/** What a terminal recorded, in task data. */
const timeLog = /^TLG\d/i;

function isOfWork(file: UnpackedFile | undefined, grounds: Grounds): boolean {
  return file !== undefined && grounds.get(file.name) === 'work';
}

const namesOf = ({ members }: BoundarySet) => Object.values(members).map(({ name }) => name);
