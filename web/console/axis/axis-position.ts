import type { SeasonEvent } from '../season/layer-choice.ts';

const millisecondsPerDay = 86_400_000;

/** Where an instant lies on an axis of whole days, from 0 to 1. @param range days, `YYYY-MM-DD`, both included. */
export function positionOf(instant: string, { from, to }: { from: string; to: string }): number {
  const first = Date.parse(from);
  const span = Math.max(Date.parse(to) - first, millisecondsPerDay);
  return Math.min(1, Math.max(0, (Date.parse(instant) - first) / span));
}

/** The event nearest to a position on the axis. */
export function nearestEvent(
  events: readonly SeasonEvent[],
  position: number,
  range: { from: string; to: string },
): SeasonEvent | undefined {
  const distance = ({ start }: SeasonEvent) => Math.abs(positionOf(start, range) - position);
  return events.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** The index of an event after a key was pressed on the axis; undefined if the key does not move along it. @param index of the shown event, −1 for none. */
export function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  const next: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    Home: 0,
    End: last,
  };
  const moved = next[key];
  return moved === undefined || count === 0 ? undefined : Math.min(last, Math.max(0, moved));
}
