import { settings } from '../../functions/manifests.ts';
import { type StandIn, type StandInAnswer, startStandIn } from '../stand-in-server.ts';
import type { CloudPlan } from '../template/plan.ts';
import { answers, type UpstreamOptions } from '../upstreams.ts';
import { answerOf, Refused } from './answer.ts';

/** Looks once whether the public weather service answers. */
export function weatherAnswers(address: string = settings.WEATHER_FORECAST_URL.otherwise): Promise<boolean> {
  const url = new URL(address);
  url.search = 'latitude=0&longitude=0&hourly=temperature_2m&forecast_days=1';
  return answers(url);
}

/**
 * Has functions ask the public weather service, or a stand-in that is started here and answered; says in one line which. Undefined when the
 * service is asked, or no function asks for weather.
 */
export async function chooseWeather(
  { functions }: Pick<CloudPlan, 'functions'>,
  { upstreams, now, log }: UpstreamOptions,
): Promise<StandIn | undefined> {
  const asking = functions.filter(({ environment }) => 'WEATHER_FORECAST_URL' in environment);
  const address = asking[0]?.environment.WEATHER_FORECAST_URL;
  if (address === undefined) return undefined;
  const { host } = new URL(address);
  const isPublic = upstreams === 'public' || (upstreams === undefined && (await weatherAnswers(address)));
  if (isPublic) {
    log(`weather comes from ${host}, which is told the centres of cells of 5 km and more, and nothing else`);
    return undefined;
  }
  // It plays Open-Meteo and makes its weather up.
  const standIn = await startStandIn(({ url }) => answer(url, now()));
  for (const { environment } of asking) {
    environment.WEATHER_FORECAST_URL = `${standIn.endpoint}/v1/forecast`;
    environment.WEATHER_ARCHIVE_URL = `${standIn.endpoint}/v1/archive`;
    environment.WEATHER_SOURCE = 'stand-in';
  }
  const why = upstreams === 'local' ? 'as FURROW_UPSTREAMS asks' : `since ${host} does not answer`;
  log(`weather is made up on this machine, ${why}; its answers carry X-Furrow-Upstream: stand-in`);
  return standIn;
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
