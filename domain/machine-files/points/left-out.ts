/**
 * Why a point is left out of totals, maps and queries, while it stays in the standard outputs of its file.
 *
 * - `beyondLimit`: a value that no such work has, or a time that cannot be.
 * - `spike`: a value far from those of the file and from those beside it.
 * - `jump`: a position that no machine reaches in the time.
 * - `repeated`: the same record once more.
 * - `inLaterExport`: a record that a later export of the same work has as well, and that counts there. It is left out of the lake alone: the outputs of
 *   its own file do not mention it.
 */
export const leavingReasons = ['beyondLimit', 'spike', 'jump', 'repeated', 'inLaterExport'] as const;
export type LeavingReason = (typeof leavingReasons)[number];

/**
 * What a point that is left out says of it: a property of points, `position` or `record`, and the reason.
 *
 * @example const spike: LeftOutMark = 'wetMassPerArea spike';
 */
export type LeftOutMark = `${string} ${LeavingReason}`;

/** The member of standard points, and the column of the lake, with the mark of a point; null for points that count. */
export const leftOutMember = 'leftOut';

/** The property that a mark is about. @example subjectOf('wetMassPerArea spike') // 'wetMassPerArea' */
export function subjectOf(mark: string): string {
  return mark.slice(0, mark.indexOf(' '));
}

/** The mark of a record that counts in a later export. */
export const inLaterExport = 'record inLaterExport' satisfies LeftOutMark;
