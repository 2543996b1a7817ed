import type { Signal } from '@preact/signals';
import { useId, useState } from 'preact/hooks';
import type { Ground } from '../numbers/work.ts';
import { groundIn } from './ground-text.ts';

/** Enters a zone without a map: as coordinates. */
export function ZoneText({ zone }: { zone: Signal<Ground | undefined> }) {
  const [problem, setProblem] = useState<string>();
  const [text, setText] = useState('');
  const id = useId();
  const submit = (event: Event) => {
    event.preventDefault();
    try {
      zone.value = groundIn(text);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This is no polygon.');
    }
  };
  return (
    <details class="zone-text">
      <summary>Enter coordinates</summary>
      <form onSubmit={submit}>
        <label for={id}>GeoJSON or WKT of a polygon, in degrees</label>
        <textarea
          id={id}
          rows={3}
          spellcheck={false}
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {problem !== undefined && (
          <p class="alert" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="button quiet">
          Use as zone
        </button>
      </form>
    </details>
  );
}
