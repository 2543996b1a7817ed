import { settings } from '../../../functions/manifests.ts';
import type { CloudPlan } from '../../template/plan.ts';
import { type StandIn, type StandInAnswer, startStandIn } from '../stand-in-server.ts';
import { answers, redirect, standInReason, type UpstreamOptions } from '../upstreams.ts';
import { answerOf, Refused } from './answer.ts';

/** Whether the public weather service answers now. */
export function weatherAnswers(address: string = settings.WEATHER_FORECAST_URL.otherwise): Promise<boolean> {
  const url = new URL(address);
  url.search = 'latitude=0&longitude=0&hourly=temperature_2m&forecast_days=1';
  return answers(url);
}

/**
 * Directs functions to the public weather service or to a stand-in that it starts, and logs the choice in one line. Returns the stand-in; undefined when the
 * public service is used, or no function needs weather.
 *
 * @param model the default forecast model; if absent, that of the template.
 */
export async function chooseWeather(
  { functions }: Pick<CloudPlan, 'functions'>,
  { upstreams, address: own, now, log }: UpstreamOptions,
  model?: string,
): Promise<StandIn | undefined> {
  const asking = functions.filter(({ environment }) => 'WEATHER_FORECAST_URL' in environment);
  const address = asking[0]?.environment.WEATHER_FORECAST_URL;
  if (address === undefined) return undefined;
  if (model !== undefined) for (const { environment } of asking) environment.WEATHER_MODEL = model;
  if (own !== undefined) {
    const at = own.replace(/\/$/, '');
    // Weather of different servers is cached separately.
    redirect(functions, {
      WEATHER_FORECAST_URL: `${at}/v1/forecast`,
      WEATHER_ARCHIVE_URL: `${at}/v1/archive`,
      WEATHER_SOURCE: new URL(own).host,
    });
    log(`weather comes from ${at}, as FURROW_OPEN_METEO_URL says`);
    return undefined;
  }
  const { host } = new URL(address);
  const isPublic = upstreams === 'public' || (upstreams === undefined && (await weatherAnswers(address)));
  if (isPublic) {
    log(`weather comes from ${host}, which receives the centres of cells of 5 km and more, and nothing else`);
    return undefined;
  }
  const standIn = await startStandIn(({ url }) => answer(url, now()));
  redirect(functions, {
    WEATHER_FORECAST_URL: `${standIn.endpoint}/v1/forecast`,
    WEATHER_ARCHIVE_URL: `${standIn.endpoint}/v1/archive`,
    WEATHER_SOURCE: 'stand-in',
  });
  const why = standInReason(upstreams, host);
  log(`weather is synthetic, from a stand-in on this machine, ${why}; responses carry X-Furrow-Upstream: stand-in`);
  return standIn;
}

/** The stand-in's response to a request, with errors in the form of the public service. */
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
