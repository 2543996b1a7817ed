import { Problem } from '../../domain/errors.ts';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import type { WeatherKind } from '../../domain/weather/models.ts';
import type { WeatherQuestion, WeatherSource } from '../../domain/weather/weather-source.ts';
import { askJson } from '../providers/ask-json.ts';
import { openMeteoAnswer, weatherOf } from './open-meteo-answer.ts';
import { dailyNames, hourlyNames, modelNames, soilTemperatureOf } from './open-meteo-variables.ts';

export interface OpenMeteoOptions {
  /** Tells its answers from those of another one in the cache. */
  name: string;
  /** Whole addresses: of `/v1/forecast` and `/v1/archive`, whether of the public hosts, the paid ones or a server of one's own. */
  addresses: Record<WeatherKind, string>;
  /** Of the paid hosts. */
  apiKey?: string | undefined;
}

/** As the service calls itself in problems. */
const title = 'Open-Meteo';

/** A place that a regional model does not cover; any other refusal is a fault of the request or of the server. */
const noData = /no data is available/i;

/**
 * Weather by the wire of Open-Meteo (https://open-meteo.com/en/docs): metric units, days of UTC. A day's temperature of the soil is made of its
 * hours. Follows the rules of `askJson`: 15 s, 20 MB, no redirects.
 */
export function openMeteo({ name, addresses, apiKey }: OpenMeteoOptions): WeatherSource {
  return {
    name,
    async ask(question) {
      const { kind, cell, resolution } = question;
      const asked = { daily: resolution !== 'hourly', hourly: resolution !== 'daily' };
      const url = addressOf(addresses[kind], question, asked);
      if (apiKey) url.searchParams.set('apikey', apiKey);
      const answer = await askJson(title, url, openMeteoAnswer).catch((error: unknown) => {
        if (!(error instanceof ProviderProblem) || !noData.test(error.answered ?? '')) throw error;
        const message = `The model ${cell.model} does not cover this place. Choose another model.`;
        throw new Problem('invalid', message, {
          errorKey: 'weatherNotHere',
          errors: [{ pointer: '#/model', message }],
        });
      });
      return weatherOf(title, answer, kind, asked);
    },
  };
}

function addressOf(
  address: string,
  { kind, cell, days }: WeatherQuestion,
  asked: { daily: boolean; hourly: boolean },
): URL {
  const url = new URL(address);
  const { latitude, longitude } = cell.centre;
  const hourly = asked.hourly ? Object.values(hourlyNames[kind]) : [soilTemperatureOf[kind]];
  const parameters = {
    latitude: String(latitude),
    longitude: String(longitude),
    start_date: days.from,
    end_date: days.to,
    models: modelNames[cell.model],
    timezone: 'GMT',
    hourly: hourly.join(),
    ...(asked.daily && { daily: Object.values(dailyNames).join() }),
  };
  for (const [parameter, value] of Object.entries(parameters)) url.searchParams.set(parameter, value);
  return url;
}
