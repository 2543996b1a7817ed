import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import type { WeatherKind } from '../../domain/weather/models.ts';
import type { WeatherQuestion, WeatherSource } from '../../domain/weather/weather-source.ts';
import { askJson } from '../providers/ask-json.ts';
import { openMeteoAnswer, weatherOf } from './open-meteo-answer.ts';
import { dailyNames, hourlyNames, modelNames, soilTemperatureOf } from './open-meteo-variables.ts';

/** Where the service is, and how it is known. */
export interface OpenMeteoOptions {
  /** The name of the service, under which its weather is cached. */
  name: string;
  /** Complete URLs of `/v1/forecast` and `/v1/archive`, on the public hosts, the paid ones or a server of your own. */
  addresses: Record<WeatherKind, string>;
  /** The key of the paid hosts. */
  apiKey?: string | undefined;
}

/** The name of the service in problems. */
const title = 'Open-Meteo';

/** The refusal of a location that a regional model does not cover. Any other one is a fault of the request or of the server. */
const noData = /no data is available/i;

/**
 * Weather from Open-Meteo or a server with its wire (https://open-meteo.com/en/docs), in metric units and days of UTC. The soil temperature of a day
 * is computed from its hours. Reads at most 20 MB and follows no redirects.
 */
export function openMeteo({ name, addresses, apiKey }: OpenMeteoOptions): WeatherSource {
  return {
    name,
    async ask(question) {
      const { kind, resolution, waitMilliseconds } = question;
      const asked = { daily: resolution !== 'hourly', hourly: resolution !== 'daily' };
      const url = addressOf(addresses[kind], question, asked);
      if (apiKey) url.searchParams.set('apikey', apiKey);
      const answer = await askJson(title, url, openMeteoAnswer, { waitMilliseconds }).catch((error: unknown) => {
        if (error instanceof ProviderProblem && noData.test(error.answered ?? '')) return undefined;
        throw error;
      });
      return answer && { weather: weatherOf(title, answer, kind, asked), elevation: answer.elevation };
    },
  };
}

function addressOf(
  address: string,
  { kind, cell, days, elevation }: WeatherQuestion,
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
    ...(elevation !== undefined && { elevation: String(elevation) }),
    ...(asked.daily && { daily: Object.values(dailyNames).join() }),
  };
  for (const [parameter, value] of Object.entries(parameters)) url.searchParams.set(parameter, value);
  return url;
}
