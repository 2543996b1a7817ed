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
  SCENES_URL: {
    context: 'scenesUrl',
    otherwise: 'https://earth-search.aws.element84.com/v1',
    means: 'the catalogue of satellite scenes, a STAC API',
  },
  SCENES_SOURCE: {
    context: 'scenesSource',
    otherwise: 'earth-search',
    means:
      'what the catalogue is: `earth-search`, `planetary-computer` (https://planetarycomputer.microsoft.com/api/stac/v1), or the name of another with the wire of Earth Search; `stand-in` marks scenes as made up',
  },
  SCENES_HOSTS: {
    context: 'scenesHosts',
    otherwise:
      'e84-earth-search-sentinel-data.s3.us-west-2.amazonaws.com,sentinel-cogs.s3.us-west-2.amazonaws.com,sentinel2l2a01.blob.core.windows.net',
    means: 'the only hosts from which files of scenes are fetched, with commas between them',
  },
  PLANET_URL: {
    context: 'planetUrl',
    otherwise: 'https://api.planet.com',
    means: 'where Planet is asked, with the API keys of owners',
  },
  PLANET_SOURCE: {
    context: 'planetSource',
    otherwise: 'planet',
    means: 'names the upstream of scenes of Planet; `stand-in` marks them as made up',
  },
  PLANET_HOSTS: {
    context: 'planetHosts',
    otherwise: 'api.planet.com,storage.googleapis.com',
    means: 'the only hosts from which files that Planet delivers are fetched, with commas between them',
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
