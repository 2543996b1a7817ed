import type { LayerChoice, SeasonEvent } from './layer-choice.ts';

/** Events that the map can show, in their order. */
export const shownEvents = (events: readonly SeasonEvent[]): SeasonEvent[] =>
  events.filter(({ layers }) => layers.length > 0);

/** The event that a layer belongs to. */
export function eventOf(events: readonly SeasonEvent[], choice: LayerChoice | undefined): SeasonEvent | undefined {
  return choice && events.find(({ layers }) => layers.some(({ id }) => id === choice.id));
}

/**
 * The layer to show of an event: that of the property shown before if the event has it, so that seasons and passes are compared by the same
 * property, else its first.
 */
export function layerOfEvent({ layers }: SeasonEvent, before: LayerChoice | undefined): LayerChoice | undefined {
  const { source } = before ?? {};
  const same =
    source?.kind === 'operation'
      ? layers.find((one) => one.source.kind === 'operation' && one.source.property === source.property)
      : undefined;
  return same ?? layers[0];
}

/** The layer that a season begins with: the harvest, else the last of other work, of scenes, of samples. */
export function firstLayer(events: readonly SeasonEvent[]): LayerChoice | undefined {
  const shown = shownEvents(events);
  const last = (kind: SeasonEvent['kind']) => shown.findLast((one) => one.kind === kind);
  const harvest = shown.findLast(({ kind, title }) => kind === 'operation' && title.startsWith('Harvest'));
  return (harvest ?? last('operation') ?? last('scene') ?? last('samples'))?.layers[0];
}
