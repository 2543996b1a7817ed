/** Kinds of values with their metric and imperial units. */
export const quantities = {
  temperature: { metric: '°C', imperial: '°F' },
  speed: { metric: 'km/h', imperial: 'mph' },
  water: { metric: 'mm', imperial: 'inch' },
  snow: { metric: 'cm', imperial: 'inch' },
  share: { metric: '%', imperial: '%' },
  direction: { metric: '°', imperial: '°' },
  radiation: { metric: 'W/m²', imperial: 'W/m²' },
  soilWater: { metric: 'm³/m³', imperial: 'm³/m³' },
} as const;

export type Quantity = keyof typeof quantities;
export type Units = 'metric' | 'imperial';

/** A series of values: its kind and its meaning. */
export interface Variable {
  quantity: Quantity;
  means: string;
}

const airTemperature = (what: string) => ({ quantity: 'temperature', means: `${what}, at 2 m` }) as const;
const soilTemperature = (what: string) =>
  ({
    quantity: 'temperature',
    means: `${what} of the soil: at its surface in forecasts, of the upper 7 cm in history`,
  }) as const;
const soilMoisture = (from: number, to: number, kind: string) =>
  ({ quantity: 'soilWater', means: `Water of the soil from ${from} to ${to} cm; ${kind} only` }) as const;

/** The variables of a day besides its date, sunrise and sunset. */
export const dailyVariables = {
  temperatureMean: airTemperature('Mean temperature of the air'),
  temperatureMin: airTemperature('Lowest temperature of the air'),
  temperatureMax: airTemperature('Highest temperature of the air'),
  soilTemperatureMean: soilTemperature('Mean temperature'),
  soilTemperatureMin: soilTemperature('Lowest temperature'),
  soilTemperatureMax: soilTemperature('Highest temperature'),
  windSpeedMax: { quantity: 'speed', means: 'Highest speed of the wind, at 10 m' },
  windGustsMax: { quantity: 'speed', means: 'Strongest gust, at 10 m' },
  windDirection: { quantity: 'direction', means: 'Where the wind mostly came from, at 10 m' },
  evapotranspiration: { quantity: 'water', means: 'Reference evapotranspiration of the day (FAO-56, grass)' },
  rainSum: { quantity: 'water', means: 'Rain of the day, without showers' },
  snowfallSum: { quantity: 'snow', means: 'Snow that fell on the day' },
  precipitationSum: { quantity: 'water', means: 'Rain, showers and the water of snow of the day' },
} as const satisfies Record<string, Variable>;

/** The variables of an hour besides its time. Sums cover the hour before it. */
export const hourlyVariables = {
  temperature: airTemperature('Temperature of the air'),
  humidity: { quantity: 'share', means: 'Relative humidity, at 2 m' },
  dewPoint: airTemperature('Dew point'),
  soilTemperature: soilTemperature('Temperature'),
  soilMoisture0To1cm: soilMoisture(0, 1, 'forecasts'),
  soilMoisture1To3cm: soilMoisture(1, 3, 'forecasts'),
  soilMoisture3To9cm: soilMoisture(3, 9, 'forecasts'),
  soilMoisture9To27cm: soilMoisture(9, 27, 'forecasts'),
  soilMoisture27To81cm: soilMoisture(27, 81, 'forecasts'),
  soilMoisture0To7cm: soilMoisture(0, 7, 'history'),
  soilMoisture7To28cm: soilMoisture(7, 28, 'history'),
  soilMoisture28To100cm: soilMoisture(28, 100, 'history'),
  soilMoisture100To255cm: soilMoisture(100, 255, 'history'),
  rain: { quantity: 'water', means: 'Rain, without showers' },
  precipitation: { quantity: 'water', means: 'Rain, showers and the water of snow' },
  snowfall: { quantity: 'snow', means: 'Snow that fell' },
  evapotranspiration: { quantity: 'water', means: 'Reference evapotranspiration (FAO-56, grass)' },
  windSpeed: { quantity: 'speed', means: 'Speed of the wind, at 10 m' },
  windGusts: { quantity: 'speed', means: 'Strongest gust, at 10 m' },
  windDirection: { quantity: 'direction', means: 'Where the wind came from, at 10 m' },
  cloudCover: { quantity: 'share', means: 'Sky under clouds' },
  shortwaveRadiation: { quantity: 'radiation', means: 'Radiation of the sun at the ground' },
  terrestrialRadiation: { quantity: 'radiation', means: 'Radiation of the sun at the top of the atmosphere' },
  longwaveRadiation: {
    quantity: 'radiation',
    means: 'Thermal radiation; no source publishes it by the hour, so it is null',
  },
} as const satisfies Record<string, Variable>;

export type DailyVariable = keyof typeof dailyVariables;
export type HourlyVariable = keyof typeof hourlyVariables;
