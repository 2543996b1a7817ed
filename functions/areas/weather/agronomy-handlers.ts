import { invalid } from '../../../domain/errors.ts';
import { weatherAcross } from '../../../domain/weather/across-today.ts';
import { agronomyOf } from '../../../domain/weather/agronomy.ts';
import { type GrowingRange, growingRanges } from '../../../domain/weather/degree-days.ts';
import { dailyRecords, hourlyRecords } from '../../../domain/weather/records.ts';
import { sprayWindows, usualSprayLimits } from '../../../domain/weather/spray-windows.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { agronomyEndpoints } from './agronomy-endpoints.ts';
import { counted } from './counted.ts';
import type { WeatherApiServices } from './services.ts';
import { headersOf, locationOf } from './weather-at.ts';

const usualDaysBack = 30;

export const agronomyHandlers: Handlers<typeof agronomyEndpoints, WeatherApiServices> = {
  async getAgronomyOfField(input, services) {
    const { crop, base, cap, units, model = services.defaultModel, ...ends } = input.query;
    const usual: GrowingRange = growingRanges[crop];
    const range = { base: base ?? usual.base, cap: cap ?? usual.cap };
    if (range.cap !== undefined && range.cap <= range.base) {
      throw invalid('#/cap', `The cap of ${range.cap} °C is not above the base of ${range.base} °C.`);
    }
    const asked = { resolution: 'daily', model, ...ends } as const;
    const weather = weatherAcross(locationOf(input.found.field), asked, usualDaysBack, services);
    const known = await counted(input, services, weather);
    const days = dailyRecords(known.weather, known.range, 'metric').map((day) => {
      return { ...day, source: day.date < known.forecastFrom ? ('historical' as const) : ('forecast' as const) };
    });
    return { status: 200, headers: headersOf(known), body: agronomyOf(days, range, units) };
  },

  async getSprayWindowsOfField(input, services) {
    const { units, model = services.defaultModel, startTime, endTime, elevation, ...given } = input.query;
    const limits = {
      windMin: given.windMin ?? usualSprayLimits.windMin,
      windMax: given.windMax ?? usualSprayLimits.windMax,
      deltaTMin: given.deltaTMin ?? usualSprayLimits.deltaTMin,
      deltaTMax: given.deltaTMax ?? usualSprayLimits.deltaTMax,
      dryHours: given.dryHours ?? usualSprayLimits.dryHours,
    };
    if (limits.windMin > limits.windMax) throw invalid('#/windMin', 'windMin lies above windMax.');
    if (limits.deltaTMin > limits.deltaTMax) throw invalid('#/deltaTMin', 'deltaTMin lies above deltaTMax.');
    const asked = { resolution: 'hourly', model, startTime, endTime, elevation } as const;
    const known = await counted(input, services, weatherAcross(locationOf(input.found.field), asked, 0, services));
    const hours = hourlyRecords(known.weather, known.range, 'metric');
    return { status: 200, headers: headersOf(known), body: sprayWindows(hours, limits, units) };
  },
};
