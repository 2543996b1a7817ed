import { computed, signal } from '@preact/signals';
import { workReader } from '../numbers/season-work.ts';
import { kept } from '../reading/kept.ts';
import { readIrrigation } from '../reading/read-irrigation.ts';
import {
  type FieldOperation,
  type OperationEvent,
  readFieldOperations,
  readOperationEvent,
} from '../reading/read-operations.ts';
import { readSamples, sampleEvents } from '../reading/read-samples.ts';
import { readScenes, sceneEvents } from '../reading/read-scenes.ts';
import { readSettings, type Units, unitsOf } from '../reading/read-settings.ts';
import { countedDays, growingCrop, readWeather } from '../reading/read-weather.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { dateOf } from '../text/dates.ts';
import { zoneStore } from '../zones/zone-store.ts';
import type { SeasonEvent } from './layer-choice.ts';
import { part } from './part.ts';
import type { SamplePoint, SavedZone, Scene, Season, SeasonField, SeasonWeather, Watched } from './season.ts';
import { seasonOf } from './season-of.ts';

/**
 * A season whose parts have begun to load, each by itself. Weather waits for the operations, which say the crop and the units.
 *
 * @param today `YYYY-MM-DD`: nothing is requested of the days after it.
 */
export function openSeason(api: ConsoleApi, field: SeasonField, year: number, today: string): Season {
  const work = part<FieldOperation[]>([], () => readFieldOperations(api, field));
  const listed = async () => {
    if (work.state.value.step !== 'ready') await work.load();
    const state = work.state.value;
    if (state.step === 'failed') throw new Error(state.reason);
    return work.value.value;
  };
  const ofSeason = (all: readonly FieldOperation[]) => all.filter((one) => seasonOf(one, all) === year);
  const range = computed(() => {
    const first = ofSeason(work.value.value)[0];
    const [begin, end] = [`${year}-01-01`, `${year}-12-31`];
    const from = first && dateOf(first.startTime) < begin ? dateOf(first.startTime) : begin;
    return { from, to: end };
  });
  /** The range without the days to come. */
  const past = () => ({ from: range.value.from, to: range.value.to < today ? range.value.to : today });

  const operations = part<OperationEvent[]>([], async () =>
    Promise.all(ofSeason(await listed()).map((one) => readOperationEvent(api, one))),
  );
  const watched = signal<Watched>();
  const scenes = part<Scene[]>([], async () => {
    const found = await readScenes(api, field, await listed().then(past, past));
    watched.value = found.watched;
    return found.scenes;
  });
  const settings = kept(() => readSettings(api, field.svcUserId));
  const samples = part<SamplePoint[]>([], async () => readSamples(api, field, await listed().then(past, past)));
  const irrigation = part<SeasonEvent[]>([], async () => readIrrigation(api, field, await listed().then(past, past)));
  const saved = part<SavedZone[]>([], zoneStore({ api, field }).list);
  const begun = operations.load();
  const units = part<Units>('metric', async () => {
    await begun;
    return unitsOf(await settings(''), await usualUnits());
  });
  const weather = part<SeasonWeather | undefined>(undefined, async () => {
    if (units.state.value.step !== 'ready') await units.load();
    const known = units.state.value;
    if (known.step === 'failed') throw new Error(known.reason);
    const { from, to } = past();
    const events = operations.value.value;
    const counted = countedDays(ofSeason(work.value.value), year, field.boundary);
    const crop = growingCrop(events.flatMap(({ crops }) => crops));
    const system = units.value.value;
    const none = { days: [], isSynthetic: false };
    return {
      ...(from > to ? none : await readWeather(api, { field, from, to, crop, units: system, counted })),
      rainUnit: system === 'imperial' ? 'in' : 'mm',
      degreeUnit: system === 'imperial' ? '°F' : '°C',
      crop,
      counted,
    };
  });
  /** Imperial, if the work of the season has values per acre; of a season without work, if the field's last work has. */
  const usualUnits = async (): Promise<Units> => {
    const [events, last] = [operations.value.value, work.value.value.at(-1)];
    const shown = events.length > 0 || !last ? events : [await readOperationEvent(api, last)];
    return shown.some(({ layers }) => layers.some(({ unit }) => unit?.endsWith('/ac'))) ? 'imperial' : 'metric';
  };
  for (const { load } of [scenes, samples, irrigation, weather, saved]) void load();

  return {
    api,
    field,
    year,
    range,
    work,
    seasons: computed(() => {
      const all = work.value.value;
      const seen = watched.value?.years ?? [];
      return [...new Set([year, ...seen, ...all.map((one) => seasonOf(one, all))])].toSorted(
        (one, other) => other - one,
      );
    }),
    operations,
    units,
    weather,
    scenes,
    watched,
    samples,
    irrigation,
    saved,
    works: workReader({ api, field }, () => settings('')),
    events: computed(() =>
      [
        ...operations.value.value,
        ...irrigation.value.value,
        ...sceneEvents(scenes.value.value),
        ...sampleEvents(samples.value.value),
      ].toSorted((one, other) => (one.start < other.start ? -1 : 1)),
    ),
    clearest: computed(() => clearestOf(scenes.value.value)),
    chosen: signal(),
    second: signal(),
    zone: signal(),
    drawing: signal(false),
    showHidden: signal(false),
  };
}

/** Of equally clear scenes the greenest, on which the field stands out. */
function clearestOf(scenes: readonly Scene[]): Scene | undefined {
  return scenes.toSorted(
    (one, other) => (other.clear ?? 0) - (one.clear ?? 0) || (other.ndvi ?? 0) - (one.ndvi ?? 0),
  )[0];
}
