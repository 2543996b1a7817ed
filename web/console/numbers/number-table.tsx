import { How } from '../how/how.tsx';
import { unitText } from '../text/properties.ts';
import type { NumberCell, NumberRow } from './number-row.ts';
import { shownNumber, shownValue } from './shown-number.ts';

interface NumberTableProps {
  caption: string;
  rows: readonly NumberRow[];
  /** URL above `/services`. */
  base: string;
  /** Whether newer numbers are awaited. */
  isOld: boolean;
}

/** Numbers inside and outside of a zone, side by side, with how each comes about. */
export function NumberTable({ caption, rows, base, isOld }: NumberTableProps) {
  return (
    <table class="numbers" aria-busy={isOld} data-old={isOld}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Inside</th>
          <th scope="col">Outside</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-figure={row.id}>
            <th scope="row">
              {row.title}
              {row.unit !== undefined && <span class="unit">{unitText(row.unit)}</span>}
            </th>
            <Cell cell={row.inside} of={`${row.title} inside the zone`} unit={row.unit} base={base} />
            <Cell cell={row.outside} of={`${row.title} outside the zone`} unit={row.unit} base={base} />
            <td>{differenceOf(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  cell: NumberCell;
  of: string;
  unit: string | undefined;
  base: string;
}

function Cell({ cell: { value, question }, of, unit, base }: CellProps) {
  return (
    <td>
      <span class="number">{shownValue(value)}</span>
      <How question={question} of={of} value={shownValue(value, unit)} base={base} />
    </td>
  );
}

/** Sums and counts grow with the ground: only means are compared. */
const compared = /PerArea$|Rate(Target)?$|^(harvestMoisture|proteinPercentage|seedDepth|singulation|speed|ndvi|sample)/;

function differenceOf({ id, inside, outside }: NumberRow): string {
  const [own, rest] = [inside.value, outside.value];
  if (!compared.test(id) || typeof own !== 'number' || typeof rest !== 'number' || rest === 0) return '';
  const share = ((own - rest) / Math.abs(rest)) * 100;
  return `${share > 0 ? '+' : ''}${shownNumber(Number(share.toFixed(1)))} %`.replace('-', '−');
}
