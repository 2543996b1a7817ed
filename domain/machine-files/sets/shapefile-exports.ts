import { isShapefileMember, shapefileSets } from '../../boundary-files/shapefile-sets.ts';
import { baseName } from '../points/member-names.ts';
import { machineProblem } from '../problem.ts';
import type { MachineMember, MachineSet } from './machine-set.ts';

/**
 * Shapefiles, with the metadata that John Deere's export puts beside them. Either may have been moved to another
 * folder.
 */
export function machineShapefiles(files: MachineMember[]): MachineSet[] {
  return gather(shapefileSets(files.filter(isShapefileMember))).map(({ file, members, problems }) => {
    const metadata = descriptionOf(file, files);
    const missing = problems.map(({ file: name, message }) => machineProblem('incompleteSet', name, { what: message }));
    return {
      file,
      format: /(^|\/)aggps\/data\//i.test(file) ? 'AGGPS' : 'SHAPEFILE',
      members: { ...members, ...(metadata && { metadata }) },
      problems: missing,
    };
  });
}

function descriptionOf(file: string, files: MachineMember[]): MachineMember | undefined {
  const path = `${file.replace(/\.[^.]*$/, '')}-Deere-Metadata.json`;
  const wanted = path.toLowerCase();
  const beside = files.find(({ name }) => name.toLowerCase() === wanted);
  const [elsewhere, other] = files.filter((candidate) => {
    return baseName(candidate).toLowerCase() === baseName({ name: wanted });
  });
  return beside ?? (other ? undefined : elsewhere);
}

type ShapefileSet = ReturnType<typeof shapefileSets>[number];

const needed = ['shp', 'shx', 'dbf'];

/** Combines parts of one name from different folders, if each part occurs once. */
function gather(sets: ShapefileSet[]): ShapefileSet[] {
  const torn = new Map<string, ShapefileSet[]>();
  for (const set of sets) {
    if (set.problems.length === 0) continue;
    const stem = baseName({ name: set.file })
      .replace(/\.[^.]*$/, '')
      .toLowerCase();
    torn.set(stem, [...(torn.get(stem) ?? []), set]);
  }
  const whole = sets.filter(({ problems }) => problems.length === 0);
  return [...whole, ...[...torn.values()].flatMap(together)];
}

function together(group: ShapefileSet[]): ShapefileSet[] {
  const parts = group.flatMap(({ members }) => Object.entries(members));
  const members = Object.fromEntries(parts);
  const [first] = group;
  const isWhole = parts.length === Object.keys(members).length && needed.every((part) => members[part]?.bytes);
  if (!first || !isWhole) return group;
  return [{ ...first, file: members.shp?.name ?? first.file, members, problems: [] }];
}
