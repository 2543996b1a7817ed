import { control } from '../cloud.ts';
import type { Answer, TestOwner } from '../owner.ts';

export const weatherService = '/services/weather/api';

/** Number of calls to the weather service so far. */
export async function timesAsked(): Promise<number> {
  return (await control<{ count: number }>('GET', '/weather')).count;
}

/** Sets what happens to the next responses of the weather service; see `local/control/routes.ts`. */
export function disturb(...next: object[]): Promise<unknown> {
  return control('POST', '/weather', { next });
}

let index = 0;

/** A location in a cell that no other test has requested. */
export function freshLocation(): string {
  index += 1;
  // In steps of a degree and a half every model has another cell; seconds keep runs on the same state apart.
  const latitude = -60 + (index % 80) * 1.5;
  const longitude = -179 + ((process.pid * 7 + Math.floor(index / 80)) % 230) * 1.5;
  return `${latitude},${longitude}`;
}

/** The daily forecast of a location. */
export function forecastAt<T = { date: string }[]>(owner: TestOwner, location: string, query = ''): Promise<Answer<T>> {
  return owner.get<T>(`${weatherService}/weather/forecast/daily/${location}${query}`);
}
