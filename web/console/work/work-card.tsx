import './work.css';
import { isImperial } from '../../../domain/machine-files/points/units.ts';
import { eventOf } from '../season/choosing.ts';
import type { Season } from '../season/season.ts';
import { dayText } from '../text/dates.ts';
import { workFacts, workInputs } from './work-record.ts';

/** What was recorded of the operation that the map shows: ground, rates, totals, products or varieties, machine. */
export function WorkCard({ season }: { season: Season }) {
  const shown = eventOf(season.events.value, season.chosen.value);
  const work = season.operations.value.value.find(({ id }) => id === shown?.id);
  // A harvest has a card of its own.
  if (!work?.summary || work.summary.operationType === 'harvested') return null;
  const facts = workFacts(
    work.summary,
    work.layers.some(({ unit }) => unit !== undefined && isImperial(unit)),
  );
  const inputs = workInputs(work.summary);
  if (facts.length === 0 && inputs.length === 0) return null;
  return (
    <section class="work card" aria-labelledby="work-title">
      <h2 id="work-title">{work.title}</h2>
      <p class="hint">As recorded on {dayText(work.start)}, all points</p>
      <dl>
        {facts.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {inputs.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{work.summary.varieties ? 'Variety' : 'Product'}</th>
              <th scope="col">Rate</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {inputs.map(({ name, rate, total }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{rate}</td>
                <td>{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
