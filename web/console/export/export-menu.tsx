import './export.css';
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { SeasonLayers } from '../layers/season-layers.ts';
import { reasonOf } from '../season/part.ts';
import { exportShown, exportsOf, type Format } from './exports.ts';

/** Files of what the map shows. */
export function ExportMenu({ layers }: { layers: SeasonLayers }) {
  const busy = useSignal<Format | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isZone = useSignal(false);
  const id = useId();
  const exports = exportsOf(layers);
  if (exports.length === 0) return null;
  const { chosen, zone } = layers.season;
  const run = async (format: Format) => {
    problem.value = undefined;
    busy.value = format;
    try {
      await exportShown(format, layers, document.querySelector<HTMLElement>('.field-map'), isZone.value);
    } catch (error) {
      problem.value = reasonOf(error);
    } finally {
      busy.value = undefined;
    }
  };
  return (
    <details class="export card">
      <summary>Export what is shown</summary>
      {zone.value && chosen.value?.source.kind === 'operation' && (
        <label class="export-zone">
          <input
            type="checkbox"
            checked={isZone.value}
            onChange={(event) => {
              isZone.value = event.currentTarget.checked;
            }}
          />
          Points of the zone only
        </label>
      )}
      <ul>
        {exports.map(({ format, title, contains }) => (
          <li key={format}>
            <button
              type="button"
              class="button quiet"
              disabled={busy.value !== undefined}
              aria-describedby={`${id}-${format}`}
              onClick={() => void run(format)}
            >
              {title}
            </button>
            <span class="hint" id={`${id}-${format}`}>
              {contains}
            </span>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {busy.value === undefined ? '' : 'Making the file …'}
      </p>
      {problem.value !== undefined && (
        <p class="alert" role="alert">
          The file could not be made. {problem.value}
        </p>
      )}
    </details>
  );
}
