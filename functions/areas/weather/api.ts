import { defineArea } from '../../http/endpoint.ts';
import { agronomyEndpoints } from './agronomy-endpoints.ts';
import { weatherEndpoints } from './endpoints.ts';

/** Area J: the weather of fields and places. */
export const weatherApi = defineArea({
  name: 'weather',
  title: 'Weather',
  letter: 'J',
  description:
    'Forecasts and past weather of fields and places, from models that public services compute. Days are days of UTC, numbers have the units of `units`. Weather data by [Open-Meteo.com](https://open-meteo.com/), under CC BY 4.0. An answer with `X-Furrow-Upstream: stand-in` was made up on this machine because no weather service could be reached; one with `Warning` is older than it should be, and `Age` says how old.',
  base: '/services/weather/api',
  endpoints: { ...weatherEndpoints, ...agronomyEndpoints },
});
