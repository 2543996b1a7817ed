/** The facts of Open-Meteo's wire that the stand-in needs: units, models, and how daily values are computed from hours. */

type UnitParameter = 'temperature_unit' | 'wind_speed_unit' | 'precipitation_unit';

interface Converted {
  unit: string;
  convert(metric: number): number;
}

const plain = (unit: string): Converted => ({ unit, convert: (value) => value });
const by = (unit: string, factor: number, decimals: number): Converted => ({
  unit,
  convert: (value) => Number((value * factor).toFixed(decimals)),
});

/** The units that a request may choose; the first of each is the default. */
const choices: Record<UnitParameter, Record<string, Converted>> = {
  temperature_unit: {
    celsius: plain('°C'),
    fahrenheit: { unit: '°F', convert: (value) => Number((value * 1.8 + 32).toFixed(1)) },
  },
  wind_speed_unit: {
    kmh: plain('km/h'),
    ms: by('m/s', 1 / 3.6, 2),
    mph: by('mp/h', 1 / 1.609344, 1),
    kn: by('kn', 1 / 1.852, 1),
  },
  precipitation_unit: { mm: plain('mm'), inch: by('inch', 1 / 25.4, 3) },
};

/** The unit of a variable under the parameters of a request. Undefined if a parameter names no unit. */
export function unitOf(variable: string, parameters: URLSearchParams): Converted | undefined {
  const chosen = (parameter: UnitParameter) => {
    const [usual] = Object.keys(choices[parameter]);
    return choices[parameter][parameters.get(parameter) ?? usual ?? ''];
  };
  if (/temperature|dew_point/.test(variable)) return chosen('temperature_unit');
  if (/wind_direction/.test(variable)) return plain('°');
  if (/wind_/.test(variable)) return chosen('wind_speed_unit');
  if (/soil_moisture/.test(variable)) return plain('m³/m³');
  if (/radiation/.test(variable)) return plain('W/m²');
  if (/snowfall/.test(variable))
    return parameters.get('precipitation_unit') === 'inch' ? by('inch', 1 / 2.54, 3) : plain('cm');
  if (/humidity|cloud_cover|probability/.test(variable)) return plain('%');
  if (/weather_code/.test(variable)) return plain('wmo code');
  if (/sunrise|sunset/.test(variable)) return plain('iso8601');
  return chosen('precipitation_unit');
}

/** The horizon, gaps and area of a model. */
interface ModelLimits {
  /** The number of days ahead that the model covers, including today. 16 if absent. */
  days?: number;
  /** The variables that it does not have. */
  lacks?: RegExp;
  /** The area that it covers: south, west, north, east. The whole earth if absent. */
  covers?: [number, number, number, number];
}

const soil = /soil/;
/** The models. Source: Open-Meteo's page of each of them. */
export const models: Record<string, ModelLimits> = {
  best_match: {},
  gfs_seamless: { days: 16, lacks: soil },
  icon_seamless: { days: 8 },
  ecmwf_ifs025: { days: 10, lacks: /soil_moisture|radiation/ },
  metno_nordic: { days: 3, lacks: soil, covers: [52, -3, 74, 33] },
  jma_seamless: { days: 11, lacks: /soil|gusts|^rain/ },
  gem_seamless: { days: 10, lacks: soil },
  meteofrance_seamless: { days: 4, lacks: /soil|^rain/ },
  era5: {},
  era5_land: { lacks: /gusts|cloud_cover/ },
};

type Reduce = (values: number[]) => number;
const sum: Reduce = (values) => values.reduce((total, value) => total + value, 0);
const rounded =
  (of: Reduce, decimals: number): Reduce =>
  (values) =>
    Number(of(values).toFixed(decimals));

/** The hourly variable and the function from which each daily value is computed. */
export const dailyOf: Record<string, { hourly: string; reduce: Reduce }> = {
  temperature_2m_max: { hourly: 'temperature_2m', reduce: (values) => Math.max(...values) },
  temperature_2m_min: { hourly: 'temperature_2m', reduce: (values) => Math.min(...values) },
  temperature_2m_mean: { hourly: 'temperature_2m', reduce: rounded((values) => sum(values) / values.length, 1) },
  wind_speed_10m_max: { hourly: 'wind_speed_10m', reduce: (values) => Math.max(...values) },
  wind_gusts_10m_max: { hourly: 'wind_gusts_10m', reduce: (values) => Math.max(...values) },
  wind_direction_10m_dominant: { hourly: 'wind_direction_10m', reduce: dominant },
  et0_fao_evapotranspiration: { hourly: 'et0_fao_evapotranspiration', reduce: rounded(sum, 2) },
  precipitation_sum: { hourly: 'precipitation', reduce: rounded(sum, 2) },
  precipitation_probability_max: { hourly: 'precipitation_probability', reduce: (values) => Math.max(...values) },
  rain_sum: { hourly: 'rain', reduce: rounded(sum, 2) },
  snowfall_sum: { hourly: 'snowfall', reduce: rounded(sum, 2) },
  weather_code: { hourly: 'weather_code', reduce: (values) => Math.max(...values) },
};

/** The dominant direction in degrees: that of the sum of the unit vectors. */
function dominant(degrees: number[]): number {
  const part = (of: (angle: number) => number) => sum(degrees.map((value) => of((value * Math.PI) / 180)));
  return Math.round(((Math.atan2(part(Math.sin), part(Math.cos)) * 180) / Math.PI + 360) % 360);
}
