import type { BoundaryProblem, ProblemCode } from '../boundary-files/problem.ts';
import type { SoilRefusal } from './soil-reader.ts';

const again = 'Create the zip again from the original files, without a password, and upload it again.';
const smaller = 'Upload only the files with soil results, or several smaller zips.';

/** What to do about archives that are too large for one upload; all others are to be made again. */
const tooLarge: ProblemCode[] = ['archiveTooManyEntries', 'archiveTooLarge', 'archiveBomb'];

/** The refusal of an archive, or of an entry of one. */
export function refusalOfArchive({ code, file, message }: BoundaryProblem): SoilRefusal {
  return { key: code, message: `${message} ${tooLarge.includes(code) ? smaller : again}`, file };
}
