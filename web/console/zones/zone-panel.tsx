import './zones.css';
import { useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { latest } from '../numbers/latest.ts';
import type { NumberRow } from '../numbers/number-row.ts';
import { NumberTable } from '../numbers/number-table.tsx';
import { type CountedWork, countedOperation } from '../numbers/season-work.ts';
import type { Season } from '../season/season.ts';
import { dayText } from '../text/dates.ts';
import { IndexNumbers } from './index-numbers.tsx';
import { readSampleNumbers } from './sample-numbers.ts';
import { SavedZones } from './saved-zones.tsx';
import { SoilZones } from './soil-zones.tsx';
import { readZoneNumbers } from './zone-numbers.ts';
import { ZoneText } from './zone-text.tsx';

interface Counted {
  caption: string;
  rows: NumberRow[];
  /** What a screen reader says when the numbers have arrived. */
  spoken: string;
}

/** Numbers of the drawn or clicked zone beside those of the rest of the field, and the zones that were saved. */
export function ZonePanel({ season }: { season: Season }) {
  const { zone, drawing, chosen, events, showHidden, api, works } = season;
  const numbers = useMemo(() => latest<Counted>(), [season]);
  useSignalEffect(() => {
    const [ground, choice, hidden] = [zone.value, chosen.value, showHidden.value];
    const operation = countedOperation(choice, events.value);
    // Parts of the season that load again change nothing here.
    const key = JSON.stringify([ground, choice?.id, operation, hidden]);
    if (ground && choice?.source.kind === 'samples') {
      const layer = { source: choice.source, date: choice.date };
      const caption = `${choice.title}, ${dayText(choice.date)}`;
      numbers.ask(async (signal) => {
        const rows = await readSampleNumbers({ season, layer, zone: ground }, signal);
        return { caption, rows, spoken: 'Samples of this layer.' };
      }, key);
      return;
    }
    numbers.ask(
      ground && operation
        ? async (signal) => {
            const of = await works.read(operation, hidden);
            const rows = await readZoneNumbers(api, { ...of, zone: ground }, signal);
            return { caption: `${of.title}, ${dayText(of.day)}`, rows, spoken: spokenOf(of, rows) };
          }
        : undefined,
      key,
    );
  });
  const isCounted =
    chosen.value?.source.kind === 'samples' || countedOperation(chosen.value, events.value) !== undefined;
  return (
    <section class="zones card" aria-labelledby="zone-title">
      <header>
        <h2 id="zone-title">Zone</h2>
        <div class="actions">
          <button
            type="button"
            class="button quiet"
            aria-pressed={drawing.value}
            onClick={() => {
              drawing.value = !drawing.value;
            }}
          >
            {drawing.value ? 'Stop drawing' : 'Draw a zone'}
          </button>
          {zone.value && (
            <button
              type="button"
              class="button plain"
              onClick={() => {
                zone.value = undefined;
              }}
            >
              Clear
            </button>
          )}
        </div>
      </header>
      {!zone.value && (
        <p class="hint">
          Draw a zone on the map, or click the boundary, the outline of a zone or a class of the legend: its numbers
          appear here beside those of the rest of the field.
        </p>
      )}
      {zone.value && !isCounted && <p class="hint">There is no work in this season whose points could be counted.</p>}
      {zone.value && isCounted && <Numbers state={numbers.state.value} base={api.base} />}
      <IndexNumbers season={season} />
      <ZoneText zone={zone} />
      <SoilZones season={season} />
      <SavedZones season={season} />
    </section>
  );
}

function Numbers({ state, base }: { state: ReturnType<typeof latest<Counted>>['state']['value']; base: string }) {
  const { step, value, reason } = state;
  if (step === 'failed') {
    return (
      <p class="alert" role="alert">
        The numbers of the zone could not be read. {reason}
      </p>
    );
  }
  return (
    <>
      {value && <NumberTable caption={value.caption} rows={value.rows} base={base} isOld={step === 'asking'} />}
      <p class="hint" role="status">
        {step === 'asking' ? 'Counting points …' : value?.spoken}
      </p>
    </>
  );
}

function spokenOf({ work }: CountedWork, rows: readonly NumberRow[]): string {
  const points = rows.find(({ id }) => id === 'points');
  if (points?.inside.value === 0) return 'No points of this work lie in the zone.';
  return work.cleanup
    ? 'Points that the map hides are left out.'
    : 'All points count, also those of turns and outliers.';
}
