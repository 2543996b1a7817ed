import type { Field } from '../fields/field.ts';
import { dayOf } from '../weather/days.ts';
import type { UsageFact } from './usage-fact.ts';

/** Counts the weather of fields. */
export interface WeatherUsage {
  /** Counts a field once a day; later calls for the day change nothing. Deleted users are not counted. */
  note(fact: UsageFact): Promise<void>;
}

/**
 * The usage fact of the weather of a field on the UTC day of `now`, with the area of its active boundary. It has no shape: the area counts in full.
 */
export function fieldWeatherFact(
  ownerId: string,
  { id, svcUserId, area }: Pick<Field, 'id' | 'svcUserId' | 'area'>,
  now: number,
): UsageFact {
  const areaHectares = area?.value ?? 0;
  return { ownerId, svcUserId, product: 'fieldWeather', day: dayOf(now), sourceId: id, areaHectares };
}
