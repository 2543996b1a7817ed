import type { WeatherKind, WeatherModel } from '../../domain/weather/models.ts';
import type { DailyVariable, HourlyVariable } from '../../domain/weather/variables.ts';

/** Open-Meteo's names of the models (https://open-meteo.com/en/docs). */
export const modelNames: Record<WeatherModel, string> = {
  gfs: 'gfs_seamless',
  icon: 'icon_seamless',
  ifs: 'ecmwf_ifs025',
  metNordic: 'metno_nordic',
  jma: 'jma_seamless',
  gem: 'gem_seamless',
  arpegeArome: 'meteofrance_seamless',
  bestMatch: 'best_match',
  era5: 'era5',
  era5Land: 'era5_land',
};

/** Open-Meteo's name of the hourly soil temperature. There is no daily series of it: days are computed from their hours. */
export const soilTemperatureOf: Record<WeatherKind, string> = {
  forecast: 'soil_temperature_0cm',
  historical: 'soil_temperature_0_to_7cm',
};

/** Open-Meteo's name of each variable of a day. */
export const dailyNames = {
  temperatureMean: 'temperature_2m_mean',
  temperatureMin: 'temperature_2m_min',
  temperatureMax: 'temperature_2m_max',
  sunrise: 'sunrise',
  sunset: 'sunset',
  windSpeedMax: 'wind_speed_10m_max',
  windGustsMax: 'wind_gusts_10m_max',
  windDirection: 'wind_direction_10m_dominant',
  evapotranspiration: 'et0_fao_evapotranspiration',
  rainSum: 'rain_sum',
  snowfallSum: 'snowfall_sum',
  precipitationSum: 'precipitation_sum',
} as const satisfies Partial<Record<DailyVariable | 'sunrise' | 'sunset', string>>;

/** The variables of an hour that forecast and archive share. */
const everyHour = {
  temperature: 'temperature_2m',
  humidity: 'relative_humidity_2m',
  dewPoint: 'dew_point_2m',
  rain: 'rain',
  precipitation: 'precipitation',
  snowfall: 'snowfall',
  evapotranspiration: 'et0_fao_evapotranspiration',
  windSpeed: 'wind_speed_10m',
  windGusts: 'wind_gusts_10m',
  windDirection: 'wind_direction_10m',
  cloudCover: 'cloud_cover',
  shortwaveRadiation: 'shortwave_radiation',
  terrestrialRadiation: 'terrestrial_radiation',
} as const satisfies Partial<Record<HourlyVariable, string>>;

/** Open-Meteo's name of each variable of an hour that the forecast or the archive has. */
export const hourlyNames: Record<WeatherKind, Partial<Record<HourlyVariable, string>>> = {
  forecast: {
    ...everyHour,
    soilTemperature: soilTemperatureOf.forecast,
    soilMoisture0To1cm: 'soil_moisture_0_to_1cm',
    soilMoisture1To3cm: 'soil_moisture_1_to_3cm',
    soilMoisture3To9cm: 'soil_moisture_3_to_9cm',
    soilMoisture9To27cm: 'soil_moisture_9_to_27cm',
    soilMoisture27To81cm: 'soil_moisture_27_to_81cm',
  },
  historical: {
    ...everyHour,
    soilTemperature: soilTemperatureOf.historical,
    soilMoisture0To7cm: 'soil_moisture_0_to_7cm',
    soilMoisture7To28cm: 'soil_moisture_7_to_28cm',
    soilMoisture28To100cm: 'soil_moisture_28_to_100cm',
    soilMoisture100To255cm: 'soil_moisture_100_to_255cm',
  },
};
