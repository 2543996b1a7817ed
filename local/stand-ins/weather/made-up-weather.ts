/*
 * Synthetic weather by formulas: seasons, days and nights, fronts that last for days, and values that are consistent with each other. It depends on
 * location and time alone, so that an hour has the same values in every forecast and in history.
 *
 * - Sun: declination by Cooper (1969), altitude by the hour angle; 1,361 W/m² at the top of the atmosphere.
 * - Temperature: by latitude, season (a month behind the sun), hour (two hours behind it) and a front.
 * - Humidity: from the dew point by Magnus' formula (Alduchov and Eskridge 1996).
 * - Precipitation: by latitude, in the hours in which the air is wettest.
 * - Evapotranspiration: Makkink's formula (1957), from radiation and temperature.
 */

/** The values of one hour at one location, in metric units, by Open-Meteo's names. */
export type MadeUpHour = Record<string, number>;

const hourMilliseconds = 3_600_000;
const radians = Math.PI / 180;
const solarConstant = 1361;

export interface Sun {
  /** In radians. */
  declination: number;
  /** Days since the 1st of January. */
  dayOfYear: number;
}

export function sunOf(time: number): Sun {
  const yearStart = Date.UTC(new Date(time).getUTCFullYear(), 0, 1);
  const dayOfYear = (time - yearStart) / (24 * hourMilliseconds);
  return { dayOfYear, declination: 23.45 * radians * Math.sin((2 * Math.PI * (284 + dayOfYear)) / 365) };
}

/** The weather of the hour that begins at a time (milliseconds since 1970). */
export function madeUpHour(latitude: number, longitude: number, time: number): MadeUpHour {
  const { declination, dayOfYear } = sunOf(time);
  const solarHour = (time / hourMilliseconds + longitude / 15) % 24;
  const sineOfAltitude =
    Math.sin(latitude * radians) * Math.sin(declination) +
    Math.cos(latitude * radians) * Math.cos(declination) * Math.cos((solarHour - 12) * 15 * radians);
  const noise = noiseAt(latitude, longitude, time / hourMilliseconds);

  const cloud = clamp(50 + 70 * noise('cloud', 30), 0, 100);
  const season = Math.cos((2 * Math.PI * (dayOfYear - 202)) / 365) * Math.sign(latitude || 1);
  const swing = (3 + Math.min(5, Math.abs(latitude) / 8)) * (1 - cloud / 200);
  const temperature =
    27 -
    0.0085 * latitude ** 2 +
    0.32 * Math.abs(latitude) * season +
    swing * Math.cos((solarHour - 14) * 15 * radians) +
    5 * noise('front', 96);
  const dewPoint = temperature - clamp(5 + 4 * noise('dry', 60) + swing * 0.4 * sineOfAltitude, 0.2, 20);
  const humidity = clamp((100 * vapour(dewPoint)) / vapour(temperature), 5, 100);

  const wet = clamp(noise('rain', 14) + (cloud - 70) / 60, 0, 1);
  const precipitation =
    (usualPrecipitation(latitude) / hoursOfHeavyRain) * Math.max(0, (wet - minWet) / (1 - minWet)) ** 2;
  const isSnow = temperature < 0.5;
  const windSpeed = clamp(12 + 10 * noise('wind', 20) + 4 * Math.max(0, sineOfAltitude), 0.5, 90);
  const terrestrial = solarConstant * Math.max(0, sineOfAltitude);
  const shortwave = terrestrial * 0.75 * (1 - 0.7 * (cloud / 100) ** 3);
  const soil = 27 - 0.0085 * latitude ** 2 + 0.28 * Math.abs(latitude) * season + 3 * noise('front', 200);
  const moisture = 0.26 + 0.08 * noise('moisture', 240);

  const values: MadeUpHour = {
    temperature_2m: round(temperature, 1),
    relative_humidity_2m: Math.round(humidity),
    dew_point_2m: round(dewPoint, 1),
    apparent_temperature: round(temperature - windSpeed / 12, 1),
    wet_bulb_temperature_2m: round(temperature - (temperature - dewPoint) / 3, 1),
    precipitation: round(precipitation, 1),
    rain: isSnow ? 0 : round(precipitation, 1),
    snowfall: isSnow ? round(precipitation * 0.7, 2) : 0,
    precipitation_probability: Math.round(100 * clamp(wet * 2, 0, 1)),
    weather_code: precipitation > 0 ? (isSnow ? 71 : 61) : cloud > 60 ? 3 : cloud > 25 ? 2 : 0,
    et0_fao_evapotranspiration: round(makkink(shortwave, temperature), 2),
    wind_speed_10m: round(windSpeed, 1),
    wind_gusts_10m: round(windSpeed * (1.5 + 0.3 * noise('gust', 7)), 1),
    wind_direction_10m: Math.round(180 + 179 * noise('direction', 40)),
    cloud_cover: Math.round(cloud),
    shortwave_radiation: round(shortwave, 1),
    terrestrial_radiation: round(terrestrial, 1),
    soil_temperature_0cm: round(soil + swing * 0.7 * Math.cos((solarHour - 14) * 15 * radians), 1),
    soil_temperature_0_to_7cm: round(soil + swing * 0.4 * Math.cos((solarHour - 16) * 15 * radians), 1),
  };
  for (const [index, depth] of soilDepths.entries()) {
    values[`soil_moisture_${depth}cm`] = round(moisture + 0.01 * index, 3);
  }
  return values;
}

/** Rain falls while the air is wetter than this share. */
const minWet = 0.35;
/** A year's rain falls as in so many hours of the heaviest: what the noise makes of `wet` over decades. */
const hoursOfHeavyRain = 690;

/**
 * Millimetres of precipitation in a usual year: much at the equator, little at the tropics, more again where fronts pass. Within what stations of
 * a latitude measure on land: 900 mm in Iowa, 700 mm in Berlin, 300 mm in the Sahara's north.
 */
function usualPrecipitation(latitude: number): number {
  const hump = (middle: number, width: number) => Math.exp(-(((Math.abs(latitude) - middle) / width) ** 2));
  return 200 + 1_900 * hump(0, 14) + 700 * hump(43, 13);
}

const soilDepths = [
  ...['0_to_1', '1_to_3', '3_to_9', '9_to_27', '27_to_81'],
  ...['0_to_7', '7_to_28', '28_to_100', '100_to_255'],
];

/**
 * Sunrise and sunset of a day, in milliseconds since 1970. They are equal in the polar night, and a day apart under the midnight sun.
 *
 * @param midnight the start of the day in UTC.
 */
export function sunTimes(latitude: number, longitude: number, midnight: number): { sunrise: number; sunset: number } {
  const { declination } = sunOf(midnight + 12 * hourMilliseconds);
  const cosine = clamp(-Math.tan(clamp(latitude, -89, 89) * radians) * Math.tan(declination), -1, 1);
  const half = (Math.acos(cosine) / radians / 15) * hourMilliseconds;
  const noon = midnight + (12 - longitude / 15) * hourMilliseconds;
  return { sunrise: noon - half, sunset: noon + half };
}

/** The pressure of saturated water vapour at a temperature in °C, in hPa. */
function vapour(celsius: number): number {
  return 6.1094 * Math.exp((17.625 * celsius) / (celsius + 243.04));
}

/** Evapotranspiration of an hour in millimetres, by Makkink's formula. */
function makkink(wattsPerSquareMetre: number, celsius: number): number {
  const slope = (4098 * vapour(celsius) * 0.1) / (celsius + 237.3) ** 2;
  return Math.max(0, (0.65 * (slope / (slope + 0.066)) * wattsPerSquareMetre * 0.0036) / 2.45);
}

/** Smooth noise from -1 to 1, by kind and period in hours. Locations in the same square degree have the same noise. */
function noiseAt(latitude: number, longitude: number, hour: number) {
  return (kind: string, hours: number): number => {
    const step = Math.floor(hour / hours);
    const share = hour / hours - step;
    const eased = share * share * (3 - 2 * share);
    const at = (number: number) => chance(`${kind} ${number} ${Math.round(latitude)} ${Math.round(longitude)}`);
    return at(step) * (1 - eased) + at(step + 1) * eased;
  };
}

/** A number from -1 to 1 that is determined by a text: its FNV-1a hash. */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 0x7fffffff - 1;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor || 0;
}
