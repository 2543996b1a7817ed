import { dayText } from '../text/dates.ts';
import { isOfMachine, unitText } from '../text/properties.ts';
import { eventOf, layerOfEvent, shownEvents } from './choosing.ts';
import type { LayerChoice, SeasonEvent } from './layer-choice.ts';
import type { Season } from './season.ts';

/** What the map shows: an event of the season and one of its layers, and a second layer to swipe across. */
export function LayerPicker({ season }: { season: Season }) {
  const { chosen, second } = season;
  const events = shownEvents(season.events.value);
  const event = eventOf(events, chosen.value);
  if (!event || !chosen.value) return null;
  const { id } = chosen.value;
  return (
    <div class="layer-picker">
      <label>
        Shown
        <select
          name="event"
          value={event.id}
          onChange={({ currentTarget }) => {
            const next = events.find((one) => one.id === currentTarget.value);
            if (next) chosen.value = layerOfEvent(next, chosen.value);
          }}
        >
          {events.map((one) => (
            <option key={one.id} value={one.id}>
              {eventText(one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Layer
        <select
          name="layer"
          value={id}
          onChange={({ currentTarget }) => {
            chosen.value = event.layers.find((one) => one.id === currentTarget.value) ?? chosen.value;
          }}
        >
          <LayerOptions layers={event.layers} />
        </select>
      </label>
      <label>
        Swipe over it
        <select
          name="second"
          value={second.value?.id ?? ''}
          onChange={({ currentTarget }) => {
            const all = events.flatMap(({ layers }) => layers);
            second.value = all.find((one) => one.id === currentTarget.value);
          }}
        >
          <option value="">Nothing</option>
          {events.map((one) => (
            <optgroup key={one.id} label={eventText(one)}>
              {one.layers
                .filter((layer) => layer.id !== id && !isMachineLayer(layer))
                .map((layer) => (
                  <Option key={layer.id} layer={layer} />
                ))}
            </optgroup>
          ))}
        </select>
      </label>
    </div>
  );
}

function LayerOptions({ layers }: { layers: readonly LayerChoice[] }) {
  const ofMachine = layers.filter(isMachineLayer);
  return (
    <>
      {layers
        .filter((layer) => !isMachineLayer(layer))
        .map((layer) => (
          <Option key={layer.id} layer={layer} />
        ))}
      {ofMachine.length > 0 && (
        <optgroup label="The machine’s record">
          {ofMachine.map((layer) => (
            <Option key={layer.id} layer={layer} />
          ))}
        </optgroup>
      )}
    </>
  );
}

function Option({ layer: { id, title, unit } }: { layer: LayerChoice }) {
  return <option value={id}>{unit === undefined ? title : `${title} (${unitText(unit)})`}</option>;
}

const isMachineLayer = ({ source }: LayerChoice) => source.kind === 'operation' && isOfMachine(source.property);

const eventText = ({ title, start }: SeasonEvent) => `${title} · ${dayText(start)}`;
