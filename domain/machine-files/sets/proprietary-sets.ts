import { folderOf, pathInUpload } from '../points/member-names.ts';
import { machineProblem } from '../problem.ts';
import type { MachineMember, MachineSet } from './machine-set.ts';
import { type ProprietaryFormat, proprietaryFormats } from './proprietary-formats.ts';

interface Candidate {
  known: ProprietaryFormat;
  members: MachineMember[];
}

/**
 * Sets of formats that cannot be read: all files of one format below one folder form a set.
 *
 * @param read sets that were recognised already; other files in a folder of the same format belong to them.
 */
export function proprietarySets(files: MachineMember[], read: MachineSet[]): MachineSet[] {
  const readFormats = new Set(read.map(({ format }) => format));
  const taken = new Set<MachineMember>();
  const sets: MachineSet[] = [];
  for (const known of proprietaryFormats) {
    if (readFormats.has(known.format)) continue;
    const left = files.filter((file) => !taken.has(file));
    for (const { members } of candidates(known, left)) {
      const isSigned = (known.signs ?? []).every((sign) => members.some(({ name }) => sign.test(name)));
      if (!isSigned) continue;
      for (const member of members) taken.add(member);
      sets.push(setOf({ known, members }));
    }
  }
  return sets;
}

/** The files that match a format, grouped by folder. */
function candidates(known: ProprietaryFormat, files: MachineMember[]): Candidate[] {
  const found = new Map<string, MachineMember[]>();
  for (const file of files) {
    const match = known.pattern.exec(pathInUpload(file));
    if (!match) continue;
    const folder = match[1] || folderOf(file);
    const group = found.get(folder);
    if (group) group.push(file);
    else found.set(folder, [file]);
  }
  return [...found.values()].map((members) => ({ known, members }));
}

function setOf({ known, members }: Candidate): MachineSet {
  const file = members[0]?.name ?? '';
  const details = { format: known.title, instead: known.instead };
  return {
    file,
    format: known.format,
    members: Object.fromEntries(members.map((member) => [member.name, member])),
    problems: [machineProblem('proprietaryFormat', file, details)],
  };
}
