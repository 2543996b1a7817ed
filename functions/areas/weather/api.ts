import { defineArea } from '../../http/endpoint.ts';
import { agronomyEndpoints } from './agronomy-endpoints.ts';
import { weatherEndpoints } from './endpoints.ts';

/** Area J: the weather of fields and locations. */
export const weatherApi = defineArea({
  name: 'weather',
  title: 'Weather',
  letter: 'J',
  description:
    'Forecasts and past weather for fields and locations, computed by public weather models. Days are in UTC, and numbers are in the units of `units`. Weather data by [Open-Meteo.com](https://open-meteo.com/), under CC BY 4.0. A response with `X-Furrow-Upstream: stand-in` has synthetic data, generated on this machine because no weather service could be reached. A response with `Warning` is older than it should be; `Age` gives its age.',
  base: '/services/weather/api',
  endpoints: { ...weatherEndpoints, ...agronomyEndpoints },
});
