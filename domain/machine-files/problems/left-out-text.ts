import { type LeavingReason, subjectOf } from '../points/left-out.ts';
import type { LeftOutPoints, NamedPoint } from '../summary.ts';
import { shownFigure } from './contradictions.ts';

/** Points that a message names; the summary has more. */
const maxNamed = 3;

/**
 * The points of one mark as a clause.
 *
 * @example leftOutText({ mark: 'wetMassPerArea spike', points: 1, unit: 't/ha', named: [{ row: 31, value: 900, … }] })
 * // '1 with wetMassPerArea far from the values of the file and those beside it (row 31 at 42.02154, -93.618: 900 t/ha)'
 */
export function leftOutText({ mark, points, totalArea, totalWetMass, unit = '', named }: LeftOutPoints): string {
  const subject = subjectOf(mark);
  const amounts = [totalArea, totalWetMass].flatMap((total) =>
    total ? [`${shownFigure(total.value)} ${total.unit}`] : [],
  );
  const shown = named.slice(0, maxNamed).map((point) => pointText(point, subject, unit));
  const more = points > shown.length ? `, and ${(points - shown.length).toLocaleString('en')} more` : '';
  const what = reasons[mark.slice(subject.length + 1) as LeavingReason](subject);
  const of = amounts.map((amount) => `, ${amount}`).join('');
  return `${points.toLocaleString('en')} ${what}${of} (${shown.join(', ')}${more})`;
}

const reasons: Record<LeavingReason, (subject: string) => string> = {
  beyondLimit: (subject) => `with ${subject} beyond what is possible`,
  spike: (subject) => `with ${subject} far from the values of the file and those beside it`,
  jump: () => 'at a position that no machine reaches in the time',
  repeated: () => 'with the same record as another',
  inLaterExport: () => 'with a record that counts in a later export',
};

function pointText(point: NamedPoint, subject: string, unit: string): string {
  const { row, longitude, latitude, timestamp, value } = point;
  const place = `${Number(latitude.toFixed(5))}, ${Number(longitude.toFixed(5))}`;
  const where = row === undefined ? place : `row ${row.toLocaleString('en')} at ${place}`;
  if (subject === 'timestamp' && timestamp) return `${where}: ${timestamp}`;
  return value === undefined ? where : `${where}: ${shownFigure(value)} ${unit}`;
}
