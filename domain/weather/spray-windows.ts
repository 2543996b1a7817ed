import * as z from 'zod';
import { type HourlyRecord, inUnits } from './records.ts';
import type { Units } from './variables.ts';

/** The limits within which spray drifts and evaporates least. */
export interface SprayLimits {
  /** km/h at 10 m. There is also a minimum: in still air, fine droplets stay suspended and drift in any direction. */
  windMin: number;
  windMax: number;
  /** °C between air and wet bulb. Below the minimum, droplets hardly dry and drift far; above the maximum, they evaporate. */
  deltaTMin: number;
  deltaTMax: number;
  /** Hours without rain that are required after spraying. */
  dryHours: number;
}

/** Sources: the spray guides of the Australian GRDC and Bureau of Meteorology: 3 to 15 km/h, a delta-T of 2 to 8 °C. */
export const usualSprayLimits: SprayLimits = { windMin: 3, windMax: 15, deltaTMin: 2, deltaTMax: 8, dryHours: 2 };

const ends = (means: string) => z.number().describe(means);

export const sprayWindowSchema = z
  .object({
    start: z.iso.datetime().describe('When the first hour begins.'),
    end: z.iso.datetime().describe('When the last hour ends.'),
    hours: z.int().describe('How many hours the window lasts.'),
    windSpeedMin: ends('Lowest speed of the wind at 10 m, km/h, imperial mph.'),
    windSpeedMax: ends('Highest speed of the wind at 10 m, km/h, imperial mph.'),
    deltaTMin: ends('Lowest difference between air and wet-bulb temperature, °C, imperial °F.'),
    deltaTMax: ends('Highest difference between air and wet-bulb temperature, °C, imperial °F.'),
  })
  .meta({ id: 'SprayWindow' });

export type SprayWindow = z.infer<typeof sprayWindowSchema>;

/**
 * The difference between the temperature of the air and that of its wet bulb, in °C, from temperature (°C) and relative humidity (%).
 *
 * Formula: the wet bulb by Stull, R. (2011), Wet-bulb temperature from relative humidity and air temperature. Journal of Applied Meteorology and
 * Climatology 50, 2267-2269; accurate within 1 °C from 5 to 99 % and -20 to 50 °C at sea-level pressure.
 */
export function deltaT(celsius: number, humidity: number): number {
  const wetBulb =
    celsius * Math.atan(0.151977 * Math.sqrt(humidity + 8.313659)) +
    Math.atan(celsius + humidity) -
    Math.atan(humidity - 1.676331) +
    0.00391838 * humidity ** 1.5 * Math.atan(0.023101 * humidity) -
    4.686035;
  return Math.max(0, celsius - wetBulb);
}

interface Hour {
  timestamp: string;
  wind: number;
  difference: number;
}

const hourMilliseconds = 3_600_000;

/**
 * The longest runs of hours that are good for spraying: wind and delta-T within the limits, no precipitation in the hour or in the dry hours after it. Hours
 * with unknown values are not good, nor are hours whose dry hours end after the last hour.
 *
 * @param hours metric, chronological, without gaps; precipitation is that of the hour before the timestamp.
 */
export function sprayWindows(hours: readonly HourlyRecord[], limits: SprayLimits, units: Units): SprayWindow[] {
  const windows: Hour[][] = [];
  let open: Hour[] = [];
  for (const [index, { timestamp, temperature, humidity, windSpeed: wind }] of hours.entries()) {
    // The hour that begins here and the dry hours: their rain has the timestamps of their ends.
    const after = hours.slice(index + 1, index + 2 + limits.dryHours);
    const isDry = after.length === limits.dryHours + 1 && after.every(({ precipitation }) => precipitation === 0);
    const difference = temperature === null || humidity === null ? undefined : deltaT(temperature, humidity);
    const isGood =
      isDry &&
      wind !== null &&
      difference !== undefined &&
      wind >= limits.windMin &&
      wind <= limits.windMax &&
      difference >= limits.deltaTMin &&
      difference <= limits.deltaTMax;
    if (isGood) {
      if (open.length === 0) windows.push(open);
      open.push({ timestamp, wind, difference });
    } else open = [];
  }
  return windows.map((window) => shown(window, units));
}

function shown(window: readonly Hour[], units: Units): SprayWindow {
  const [first, last] = [window[0]?.timestamp ?? '', window.at(-1)?.timestamp ?? ''];
  const winds = window.map(({ wind }) => inUnits(wind, 'speed', units));
  // A temperature difference, so the offset of 32 °F does not apply.
  const differences = window.map(({ difference }) => (units === 'imperial' ? difference * 1.8 : difference));
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return {
    start: first,
    end: new Date(Date.parse(last) + hourMilliseconds).toISOString(),
    hours: window.length,
    windSpeedMin: Math.min(...winds),
    windSpeedMax: Math.max(...winds),
    deltaTMin: tenth(Math.min(...differences)),
    deltaTMax: tenth(Math.max(...differences)),
  };
}
