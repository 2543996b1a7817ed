import { useEffect, useState } from 'preact/hooks';
import { dayText } from '../text/dates.ts';
import { unitText } from '../text/properties.ts';
import { numberText, type PointColumn } from './point-columns.ts';

export interface PointCardProps {
  /** The layer's title and the point's own value. */
  title: string;
  value: number;
  unit?: string | undefined;
  categories?: readonly string[] | undefined;
  /** Why the cleanup hides it. */
  hiddenFor?: string | undefined;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Whether it was chosen: screen readers hear of it. */
  isChosen: boolean;
  /** Reads its other columns; absent for pixels and samples. */
  read?: ((signal: AbortSignal) => Promise<PointColumn[]>) | undefined;
  onClose(): void;
}

/** A pointer that passes points asks for none of them. */
const restMilliseconds = 120;

/** One point with all its columns. */
export function PointCard(props: PointCardProps) {
  const { title, value, unit, categories, hiddenFor, date, isChosen, read, onClose } = props;
  const [columns, setColumns] = useState<PointColumn[] | string>();
  useEffect(() => {
    if (!read) return;
    const stop = new AbortController();
    const rest = setTimeout(
      () =>
        read(stop.signal).then(
          (found) => stop.signal.aborted || setColumns(found),
          (error: Error) => stop.signal.aborted || setColumns(`Its other columns could not be read: ${error.message}`),
        ),
      isChosen ? 0 : restMilliseconds,
    );
    return () => {
      clearTimeout(rest);
      stop.abort();
    };
  }, [read, isChosen]);
  const text = categories ? (categories[value] ?? '') : `${numberText(value)}${unit ? ` ${unitText(unit)}` : ''}`;
  return (
    <section
      class="point-card"
      aria-label="Point"
      aria-live={isChosen ? 'polite' : 'off'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only what has the focus
      tabIndex={0}
    >
      <header>
        <p>
          <span class="point-title">{title}</span>
          <strong>{text}</strong>
        </p>
        {isChosen && (
          <button type="button" class="point-close" aria-label="Close" onClick={onClose}>
            ×
          </button>
        )}
      </header>
      {hiddenFor && <p class="point-hidden">Hidden by the cleanup: {hiddenFor}</p>}
      {typeof columns === 'string' && <p class="hint">{columns}</p>}
      {Array.isArray(columns) ? (
        <table>
          <tbody>
            {columns.map(({ name, title: of, value: written }) => (
              <tr key={name}>
                <th scope="row">{of}</th>
                <td>{written}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p class="hint">{dayText(date)}</p>
      )}
    </section>
  );
}
