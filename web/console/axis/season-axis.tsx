import { useEffect, useRef, useState } from 'preact/hooks';
import type { Navigation } from '../navigation/route.ts';
import type { CountedDays, Season } from '../season/season.ts';
import { dayText } from '../text/dates.ts';
import { AxisMarks } from './axis-marks.tsx';
import type { AxisPlot } from './axis-plot.ts';
import { axisColumns } from './axis-series.ts';
import { AxisTable } from './axis-table.tsx';
import { NoScenes } from './no-scenes.tsx';

/** The time axis: weather and NDVI of the season, and its events, along which the shown layer is moved. */
export function SeasonAxis({ season, navigation }: { season: Season; navigation: Navigation }) {
  const range = season.range.value;
  const weather = season.weather.value.value;
  const columns = axisColumns(range, weather, season.scenes.value.value);
  const areScenesSynthetic = season.scenes.value.value.some(({ isSynthetic }) => isSynthetic);
  const hasNdvi = columns[3].some((value) => value !== null);
  const texts = { rain: `Rain, ${weather?.rainUnit ?? 'mm'}/day`, growing: 'GDD' };
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<AxisPlot | undefined>(undefined);
  const latest = useRef(columns);
  latest.current = columns;
  const [area, setArea] = useState<{ left: number; width: number }>();
  const theme = useTheme();
  const width = useWidth(element);

  // The plotting library is loaded once there is room for it: text comes first.
  useEffect(() => {
    const host = element.current;
    if (!host || width === 0) return;
    let isGone = false;
    void import('./axis-plot.ts').then(({ drawAxis }) => {
      if (isGone) return;
      plot.current = drawAxis(host, latest.current, width, texts);
      setArea(plot.current.area());
    });
    return () => {
      isGone = true;
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [theme, width > 0, texts.rain]);

  useEffect(() => {
    if (!plot.current || width === 0) return;
    plot.current.update(columns, width);
    setArea(plot.current.area());
  }, [width, weather, season.scenes.value.value, range.from, range.to]);

  return (
    <section class="season-axis card" aria-labelledby="axis-title">
      <div class="axis-head">
        <h2 id="axis-title">The season</h2>
        <ul class="axis-key">
          <li class="key-rain">Rain{weather && `, ${weather.rainUnit}/day`}</li>
          <li class="key-growing">
            Growing degree days
            {weather && ` of ${weather.crop}, ${weather.degreeUnit}, ${daysText(weather.counted)}`}
          </li>
          {hasNdvi && <li class="key-ndvi">NDVI of clear scenes, 0 to 1</li>}
        </ul>
        {weather?.isSynthetic && (
          <p class="axis-synthetic">
            <strong>Synthetic weather</strong>: no weather service could be reached.
          </p>
        )}
        {areScenesSynthetic && (
          <p class="axis-synthetic">
            <strong>Synthetic scenes</strong>: they show other ground, since no catalogue of satellite scenes could be
            reached.
          </p>
        )}
      </div>
      <div class="axis-plot">
        <div ref={element} aria-hidden="true" />
        {area && <AxisMarks season={season} area={area} />}
      </div>
      <NoScenes {...{ season, navigation }} />
      <AxisTable season={season} columns={columns} />
    </section>
  );
}

/** @example daysText({ from: '2016-05-01', to: '2016-09-19', isPlanted: false }) // '1 May 2016 (no planting was recorded) to harvest' */
function daysText({ from, to, isPlanted }: CountedDays): string {
  const begin = `${dayText(from)} (${isPlanted ? 'planting' : 'no planting was recorded'})`;
  return to === undefined ? `since ${begin}` : `${begin} to harvest`;
}

/** The width of an element in pixels, 0 until it is shown. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Changes with the colour scheme: a canvas keeps the colours that it was drawn with. */
function useTheme(): boolean {
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const change = () => setDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return isDark;
}
