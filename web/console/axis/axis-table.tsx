import type { Season } from '../season/season.ts';
import { dayText, monthText } from '../text/dates.ts';
import { type AxisColumns, monthRows } from './axis-series.ts';

/** The axis as tables: its events, of which those with a layer can be shown, and its months. */
export function AxisTable({ season, columns }: { season: Season; columns: AxisColumns }) {
  const events = season.events.value;
  const months = monthRows(columns);
  const weather = season.weather.value.value;
  const greenness = new Map(season.scenes.value.value.map(({ processId, ndvi }) => [processId, ndvi]));
  return (
    <details class="axis-table">
      <summary>The season as tables</summary>
      <div class="axis-tables">
        <table>
          <caption>Events</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Event</th>
              <th scope="col">NDVI</th>
              <th scope="col">Map</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ kind, id, title, start, layers: [first] }) => (
              <tr key={`${kind} ${id}`}>
                <td>{dayText(start)}</td>
                <td>{title}</td>
                <td>{(kind === 'scene' ? greenness.get(id) : undefined)?.toFixed(2)}</td>
                <td>
                  {first && (
                    <button
                      type="button"
                      class="button plain"
                      onClick={() => {
                        season.chosen.value = first;
                      }}
                    >
                      Show
                      <span class="visually-hidden">
                        {title}, {dayText(start)}
                      </span>
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {months.length > 0 && (
          <table>
            <caption>Months</caption>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">Rain, {weather?.rainUnit ?? 'mm'}</th>
                <th scope="col">Growing degree days at its end</th>
                <th scope="col">Mean NDVI</th>
              </tr>
            </thead>
            <tbody>
              {months.map(({ date, rain, growingDegreeDays, ndvi }) => (
                <tr key={date}>
                  <td>{monthText(date)}</td>
                  <td>{rain?.toFixed(weather?.rainUnit === 'in' ? 2 : 1)}</td>
                  <td>{growingDegreeDays?.toFixed(0)}</td>
                  <td>{ndvi?.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </details>
  );
}
