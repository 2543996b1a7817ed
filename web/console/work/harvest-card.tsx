import './work.css';
import { useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { latest } from '../numbers/latest.ts';
import type { Season } from '../season/season.ts';
import { readHarvest, shownHarvest } from './read-harvest.ts';
import type { WorkFact } from './work-record.ts';

/** What the harvest was, at the top of its season: yield, total, moisture, variety, machine and when. Nothing for a season without one. */
export function HarvestCard({ season }: { season: Season }) {
  const { events, chosen, operations, showHidden } = season;
  const facts = useMemo(() => latest<WorkFact[]>(), [season]);
  const harvest = shownHarvest(events.value, chosen.value, operations.value.value);
  useSignalEffect(() => {
    const of = shownHarvest(events.value, chosen.value, operations.value.value);
    const source = chosen.value?.source;
    const property = source?.kind === 'operation' && source.operationId === of?.id ? source.property : undefined;
    const shown = { property: property?.endsWith('PerArea') ? property : undefined, showHidden: showHidden.value };
    facts.ask(of && ((signal) => readHarvest(season, of, shown, signal)), JSON.stringify([of?.id, shown]));
  });
  if (!harvest) return null;
  const { value = [], step, reason } = facts.state.value;
  return (
    <section class="harvest-card card" aria-labelledby="harvest-title" aria-busy={step === 'asking'}>
      <h2 id="harvest-title">{harvest.title}</h2>
      {step === 'failed' ? (
        <p class="alert" role="alert">
          The numbers of the harvest could not be read. {reason}
        </p>
      ) : value.length > 0 ? (
        <dl>
          {value.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="hint" role="status">
          Counting points …
        </p>
      )}
    </section>
  );
}
