import { type StandIn, type StandInAnswer, startStandIn } from '../stand-in-server.ts';
import { answerOf, Refused } from './answer.ts';

export interface WeatherStandIn extends StandIn {
  forecastUrl: string;
  archiveUrl: string;
}

/** Plays Open-Meteo on loopback and makes its weather up, for tests and for machines without internet. */
export async function startWeatherStandIn({ now }: { now(): number }): Promise<WeatherStandIn> {
  const standIn = await startStandIn(({ url }) => answer(url, now()));
  return { ...standIn, forecastUrl: `${standIn.endpoint}/v1/forecast`, archiveUrl: `${standIn.endpoint}/v1/archive` };
}

function answer({ pathname, searchParams }: URL, now: number): StandInAnswer {
  const kind = /^\/v1\/(forecast|archive)$/.exec(pathname)?.[1] as 'forecast' | 'archive' | undefined;
  if (!kind) return { status: 404, kind: 'other', body: { error: true, reason: 'Not Found' } };
  try {
    return { status: 200, kind, body: answerOf(kind, searchParams, now) };
  } catch (error) {
    if (error instanceof Refused) return { status: 400, kind, body: { error: true, reason: error.message } };
    throw error;
  }
}
