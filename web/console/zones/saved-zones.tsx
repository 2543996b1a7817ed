import { useSignal } from '@preact/signals';
import { useId, useMemo } from 'preact/hooks';
import { reasonOf } from '../season/part.ts';
import type { SavedZone, Season } from '../season/season.ts';
import { Prescription } from './prescription.tsx';
import { zoneStore } from './zone-store.ts';

/** Saves the zone, and lists those that were saved. */
export function SavedZones({ season }: { season: Season }) {
  const store = useMemo(() => zoneStore(season), [season]);
  const zones = season.saved;
  const problem = useSignal<string | undefined>(undefined);
  /** Does something to the list, and reads it again. */
  const change = async (work: () => Promise<unknown>) => {
    problem.value = undefined;
    try {
      await work();
      await zones.load();
      return true;
    } catch (error) {
      problem.value = reasonOf(error);
      return false;
    }
  };
  const state = zones.state.value;
  return (
    <div class="saved-zones">
      {season.zone.value && (
        <SaveForm
          onSave={(name) => {
            const shape = season.zone.peek();
            return shape ? change(() => store.save(name, shape)) : Promise.resolve(false);
          }}
        />
      )}
      <h3>Saved zones</h3>
      {problem.value !== undefined && (
        <p class="alert" role="alert">
          {problem.value}
        </p>
      )}
      {state.step === 'failed' && (
        <p class="alert" role="alert">
          The zones could not be read. {state.reason}{' '}
          <button type="button" class="button plain" onClick={() => void zones.load()}>
            Try again
          </button>
        </p>
      )}
      {state.step === 'ready' && zones.value.value.length === 0 && <p class="hint">None yet.</p>}
      {zones.value.value.length > 0 && (
        <>
          <ul>
            {zones.value.value.map((zone) => (
              <ZoneLine
                key={zone.id}
                zone={zone}
                isShown={season.zone.value === zone.geometry}
                onShow={() => {
                  season.zone.value = zone.geometry;
                }}
                onRemove={() => void change(() => store.remove(zone.id))}
              />
            ))}
          </ul>
          <Prescription season={season} zones={zones.value.value} />
        </>
      )}
    </div>
  );
}

function SaveForm({ onSave }: { onSave(name: string): Promise<boolean> }) {
  const id = useId();
  const name = useSignal('');
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (name.value.trim() === '') return;
    isBusy.value = true;
    if (await onSave(name.value.trim())) name.value = '';
    isBusy.value = false;
  };
  return (
    <form class="save-zone" onSubmit={(event) => void submit(event)}>
      <label for={id}>Name</label>
      <input
        id={id}
        required
        maxLength={200}
        value={name.value}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button" disabled={isBusy.value}>
        Save zone
      </button>
    </form>
  );
}

interface ZoneLineProps {
  zone: SavedZone;
  isShown: boolean;
  onShow(): void;
  onRemove(): void;
}

function ZoneLine({ zone: { name, note }, isShown, onShow, onRemove }: ZoneLineProps) {
  const isAsked = useSignal(false);
  return (
    <li>
      <button type="button" class="button plain" aria-pressed={isShown} onClick={onShow}>
        {name}
      </button>
      {note && <span class="hint">{note}</span>}
      {isAsked.value ? (
        <span class="confirm">
          <button type="button" class="button danger" onClick={onRemove}>
            Delete {name}
          </button>
          <button
            type="button"
            class="button plain"
            onClick={() => {
              isAsked.value = false;
            }}
          >
            Keep
          </button>
        </span>
      ) : (
        <button
          type="button"
          class="button plain remove"
          aria-label={`Delete ${name} …`}
          onClick={() => {
            isAsked.value = true;
          }}
        >
          ×
        </button>
      )}
    </li>
  );
}
