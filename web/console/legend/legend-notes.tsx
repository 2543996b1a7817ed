import type { PointSet } from '../../points/point-set.ts';
import { hiddenText, ordinal } from './texts.ts';

interface HiddenProps {
  set: PointSet;
  showHidden: boolean;
  onShowHidden?(showHidden: boolean): void;
}

/** How many points the cleanup hides, and why, with a switch that shows them. */
export function HiddenPoints({ set: { about }, showHidden, onShowHidden }: HiddenProps) {
  const hidden = about.states.slice(1).filter(({ points }) => points > 0);
  const count = hidden.reduce((sum, { points }) => sum + points, 0);
  if (count === 0) return null;
  const [some, all] = [count, about.points].map((number) => number.toLocaleString('en'));
  return (
    <p class="hidden-points">
      <span>
        <strong>{showHidden ? `All ${all} points shown` : `${some} of ${all} points hidden`}</strong>:{' '}
        {showHidden ? 'among them ' : ''}
        {hiddenText(hidden)}.
      </span>
      {onShowHidden && (
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={showHidden}
            aria-checked={showHidden}
            onChange={(event) => onShowHidden(event.currentTarget.checked)}
          />
          Show all points
        </label>
      )}
    </p>
  );
}

/** What a thinned layer shows of its points. */
export function Thinned({ set: { count, about } }: { set: PointSet }) {
  if (about.of !== 'machine' || about.points <= count || count === 0) return null;
  const every = Math.ceil(about.points / count);
  return (
    <p class="thinned">
      Every {ordinal(every)} point of {about.points.toLocaleString('en')} is shown. Areas are those of all points.
    </p>
  );
}
