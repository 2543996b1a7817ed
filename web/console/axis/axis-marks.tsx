import { eventOf, layerOfEvent, shownEvents } from '../season/choosing.ts';
import type { SeasonEvent } from '../season/layer-choice.ts';
import type { Season } from '../season/season.ts';
import { dayText } from '../text/dates.ts';
import { indexAfterKey, nearestEvent, positionOf } from './axis-position.ts';

interface AxisMarksProps {
  season: Season;
  /** Of the plot, in pixels. */
  area: { left: number; width: number };
}

/** The events over the plot, and a slider that moves the shown layer from event to event, by pointer or by arrow keys. */
export function AxisMarks({ season, area }: AxisMarksProps) {
  const range = season.range.value;
  const events = season.events.value;
  const shown = shownEvents(events);
  const current = eventOf(events, season.chosen.value);
  const at = (event: SeasonEvent) => positionOf(event.start, range) * area.width;
  const choose = (event: SeasonEvent | undefined) => {
    const layer = event && layerOfEvent(event, season.chosen.value);
    if (layer && event !== current) season.chosen.value = layer;
  };
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left } = (currentTarget as HTMLElement).getBoundingClientRect();
    choose(nearestEvent(shown, (clientX - left) / area.width, range));
  };
  const index = current ? shown.indexOf(current) : -1;
  return (
    <div class="axis-area" ref={placed(area.left, area.width)}>
      {events.map((event) => (
        <span
          key={`${event.kind} ${event.id}`}
          class={`mark mark-${event.kind}`}
          data-current={event === current}
          title={`${event.title}, ${dayText(event.start)}`}
          ref={placed(at(event))}
        />
      ))}
      {current && <span class="axis-current" ref={placed(at(current))} />}
      {current && (
        <span class="axis-label" data-side={at(current) > area.width / 2 ? 'left' : 'right'} ref={placed(at(current))}>
          {current.title}, {dayText(current.start)}
        </span>
      )}
      {shown.length > 0 && (
        <div
          class="axis-slider"
          role="slider"
          tabIndex={0}
          aria-label="Shown event of the season"
          aria-valuemin={1}
          aria-valuemax={shown.length}
          aria-valuenow={index + 1}
          aria-valuetext={current ? `${current.title}, ${dayText(current.start)}` : 'none'}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            follow(event);
          }}
          onPointerMove={(event) => {
            if (event.buttons > 0) follow(event);
          }}
          onKeyDown={(event) => {
            const next = indexAfterKey(event.key, index, shown.length);
            if (next === undefined) return;
            event.preventDefault();
            choose(shown[next]);
          }}
        />
      )}
    </div>
  );
}

/** Places an element by its style object: the policy of the page forbids style attributes. */
function placed(left: number, width?: number) {
  return (element: HTMLElement | null) => {
    element?.style.setProperty('left', `${left}px`);
    if (width !== undefined) element?.style.setProperty('width', `${width}px`);
  };
}
