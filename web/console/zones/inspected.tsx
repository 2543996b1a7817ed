import { shownValue } from '../numbers/shown-number.ts';
import type { Inspection } from './prescription-request.ts';

/** What a prescription would do: its map, its rates and what is wrong with it. */
export function Inspected({ inspection, rateUnit }: { inspection: Inspection; rateUnit: string }) {
  const { area, total, levels = [], field, picture, findings } = inspection;
  return (
    <div class="inspected" role="status">
      {picture && <img src={picture} alt="Map of the rates, which the table lists" />}
      <table>
        <caption>
          {shownValue(area.value, area.unit)}
          {total && `, ${shownValue(total.value, total.unit)} in all`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Rate, {rateUnit}</th>
            <th scope="col">Area, {area.unit}</th>
            <th scope="col">Amount{total && `, ${total.unit}`}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => (
            <tr key={level.rate}>
              <td>{shownValue(level.rate)}</td>
              <td>{shownValue(level.area)}</td>
              <td>{shownValue(level.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {field && field.uncovered.value > 0 && (
        <p class="hint">{shownValue(field.uncovered.value, field.uncovered.unit)} of the field have no rate.</p>
      )}
      {findings.length > 0 && (
        <ul>
          {findings.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
