/** What the operator of a deployment may choose for functions, by the variable that tells them. */
export interface Setting {
  /** How it is given: `-c weatherForecastUrl=https://…`. */
  context: string;
  /** Holds unless it is given. */
  otherwise: string;
  means: string;
}

/** Every setting. A function gets those that its needs name. */
export const settings = {
  WEATHER_FORECAST_URL: {
    context: 'weatherForecastUrl',
    otherwise: 'https://api.open-meteo.com/v1/forecast',
    means: 'where forecasts are asked for, by the wire of Open-Meteo',
  },
  WEATHER_ARCHIVE_URL: {
    context: 'weatherArchiveUrl',
    otherwise: 'https://archive-api.open-meteo.com/v1/archive',
    means: 'where past weather is asked for, by the same wire',
  },
  WEATHER_API_KEY: {
    context: 'weatherApiKey',
    otherwise: '',
    means: 'the key of the paid hosts of Open-Meteo',
  },
  WEATHER_SOURCE: {
    context: 'weatherSource',
    otherwise: 'open-meteo',
    means:
      'tells what is kept of one source from what is kept of another; `stand-in` marks every answer as not measured',
  },
  PROVIDER_ADDRESSES: {
    context: 'providerAddresses',
    otherwise: '{}',
    means:
      'addresses of providers in place of those of the table, as JSON: `{"Raven": {"PRODUCTION": {"consent": "https://…", "token": "https://…"}}}`',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];
