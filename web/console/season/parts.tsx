import { Failed } from '../parts/notice.tsx';
import type { Part } from './part.ts';
import type { Season } from './season.ts';

/** What is still loading or could not be loaded, a sentence for each part. Nothing once everything is there. */
export function Parts({ season }: { season: Season }) {
  const parts: [what: string, one: Part<unknown>][] = [
    ['The field operations', season.operations],
    ['The weather', season.weather],
    ['The satellite scenes', season.scenes],
    ['The soil samples', season.samples],
    ['The irrigation', season.irrigation],
  ];
  const loading = parts.filter(([, { state }]) => state.value.step === 'loading').map(([what]) => what);
  return (
    <>
      <p class="parts-loading" role="status">
        {loading.length > 0 && (
          <>
            <span class="spinner" aria-hidden="true" /> Loading: {listed(loading)} …
          </>
        )}
      </p>
      {parts.map(([what, { state, load }]) => {
        const { value } = state;
        return value.step === 'failed' ? (
          <Failed key={what} what={what} reason={value.reason} retry={() => void load()} />
        ) : null;
      })}
    </>
  );
}

/** @example listed(['The weather', 'The irrigation']) // 'weather, irrigation' */
function listed(parts: readonly string[]): string {
  return parts.map((what) => what.replace(/^The /, '')).join(', ');
}
