import type { Bounds } from '../../geometry/multi-polygon.ts';
import { hasPoints } from '../../operations/recorded-work.ts';
import type { MachineFile } from '../machine-file.ts';

/** So much of an operation has to be in logged files, for that is left out then. */
const minShare = 0.9;

type Work = Pick<
  MachineFile,
  | 'id'
  | 'svcUserId'
  | 'status'
  | 'artefacts'
  | 'provider'
  | 'source'
  | 'operationType'
  | 'fields'
  | 'boxes'
  | 'startTime'
  | 'endTime'
  | 'areaSquareMetres'
  | 'duplicateOf'
>;

/**
 * The logged file whose points stand for an operation that the same provider has made of the same work, or that somebody has entered: those of one type on its
 * fields at overlapping times, if they have nine tenths of its area and of the extent of its points in each field. The largest one if there are several.
 *
 * @param files of the same user.
 */
export function loggedTwin(operation: Work, files: readonly Work[]): string | undefined {
  if (operation.source?.kind !== 'operation' || operation.fields.length === 0) return undefined;
  const alike = files.filter((file) => isAlike(operation, file));
  const area = alike.reduce((sum, { areaSquareMetres = 0 }) => sum + areaSquareMetres, 0);
  if (alike.length === 0 || area < minShare * (operation.areaSquareMetres ?? 0)) return undefined;
  const isCovered = operation.fields.every((fieldId) => {
    const own = operation.boxes?.[fieldId];
    const others = alike.map(({ boxes }) => boxes?.[fieldId]).filter((box) => box !== undefined);
    return own === undefined || shareOf(own, others) >= minShare;
  });
  if (!isCovered) return undefined;
  return alike.toSorted((a, b) => (b.areaSquareMetres ?? 0) - (a.areaSquareMetres ?? 0))[0]?.id;
}

function isAlike(operation: Work, file: Work): boolean {
  return (
    file.id !== operation.id &&
    file.source?.kind === 'logged' &&
    file.provider === operation.provider &&
    file.duplicateOf === undefined &&
    hasPoints(file) &&
    file.operationType === operation.operationType &&
    file.fields.some((id) => operation.fields.includes(id)) &&
    overlap(operation, file)
  );
}

function overlap(one: Work, other: Work): boolean {
  const { startTime: from, endTime: to = from } = one;
  const { startTime: otherFrom, endTime: otherTo = otherFrom } = other;
  if (from === undefined || to === undefined || otherFrom === undefined || otherTo === undefined) return false;
  return Date.parse(from) <= Date.parse(otherTo) && Date.parse(otherFrom) <= Date.parse(to);
}

/** The share of a box that the common extent of others has. */
function shareOf(own: Bounds, others: readonly Bounds[]): number {
  if (others.length === 0) return 0;
  const sides = [0, 1].map((axis) => {
    const [low, high] = [axis, axis + 2] as const;
    const edge = (box: Bounds, at: number) => box[at] ?? 0;
    const from = Math.max(edge(own, low), Math.min(...others.map((box) => edge(box, low))));
    const to = Math.min(edge(own, high), Math.max(...others.map((box) => edge(box, high))));
    const length = edge(own, high) - edge(own, low);
    return length > 0 ? Math.max(0, to - from) / length : 1;
  });
  return (sides[0] ?? 0) * (sides[1] ?? 0);
}
