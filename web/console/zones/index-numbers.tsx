import { useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { latest } from '../numbers/latest.ts';
import type { NumberRow } from '../numbers/number-row.ts';
import { NumberTable } from '../numbers/number-table.tsx';
import type { Season } from '../season/season.ts';
import { dayText } from '../text/dates.ts';
import { readIndexNumbers, sceneOfIndex } from './index-statistics.ts';

interface Counted {
  caption: string;
  rows: NumberRow[];
}

/** The vegetation index of the zone beside that of the rest of the field; nothing for a season without clear scenes. */
export function IndexNumbers({ season }: { season: Season }) {
  const { zone, chosen, clearest, api } = season;
  const numbers = useMemo(() => latest<Counted>(), [season]);
  useSignalEffect(() => {
    const [ground, scene] = [zone.value, sceneOfIndex(chosen.value, clearest.value)];
    if (!ground || !scene) return numbers.ask(undefined);
    const read = async (signal: AbortSignal) => {
      const rows = await readIndexNumbers(api, scene, ground, signal);
      const what = rows.some(({ id }) => id === 'clearPixels') ? `${scene.index} of clear pixels` : scene.index;
      return { caption: `${what}, ${dayText(scene.date)}`, rows };
    };
    numbers.ask(read, JSON.stringify([ground, scene]));
  });
  const { step, value, reason } = numbers.state.value;
  if (step === 'failed') {
    return (
      <p class="alert" role="alert">
        The vegetation index of the zone could not be read. {reason}
      </p>
    );
  }
  const inside = value?.rows.find(({ id }) => id === 'pixels')?.inside.value;
  return (
    <div class="index-numbers">
      {value && <NumberTable caption={value.caption} rows={value.rows} base={api.base} isOld={step === 'asking'} />}
      <p class="hint" role="status">
        {step === 'asking' && 'Counting pixels …'}
        {step === 'ready' &&
          (inside === 0 ? 'No pixels of the scene have their middles in the zone.' : 'A pixel is where its middle is.')}
      </p>
    </div>
  );
}
