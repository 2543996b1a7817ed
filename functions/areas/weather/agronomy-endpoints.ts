import * as z from 'zod';
import { limitText } from '../../../domain/limits.ts';
import { agronomyDaySchema } from '../../../domain/weather/agronomy.ts';
import { sprayWindowSchema } from '../../../domain/weather/spray-windows.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { agronomyQuery, fieldAndShape, fieldPath, noBoundary, sprayQuery, weatherHeaders } from './parameters.ts';

const headers = weatherHeaders;

/** Agronomic endpoints for fields. */
export const agronomyEndpoints = defineEndpoints({
  getAgronomyOfField: {
    method: 'GET',
    path: '/users/{svcUserId}/weather/agronomy/field/{fieldId}/daily',
    summary: 'Get growing degree days, rain, water balance and frost of a field',
    description: `Daily values with running sums from the first day on, computed from history and forecast combined. Growing degree days follow McMaster and Wilhelm (1997), method 2. The water balance is precipitation minus FAO-56 reference evapotranspiration. At most ${limitText.dailyWeatherDays} days.`,
    access: 'owner',
    addition: true,
    conflict: noBoundary,
    params: fieldPath,
    exists: { user: userInPath, field: fieldAndShape },
    query: agronomyQuery,
    responses: { 200: { description: 'One record per day.', schema: z.array(agronomyDaySchema), headers } },
  },
  getSprayWindowsOfField: {
    method: 'GET',
    path: '/users/{svcUserId}/weather/agronomy/field/{fieldId}/spray-windows',
    summary: 'Get the spray windows of a field',
    description: `A window is a run of hours with wind and delta-T (Stull 2011) within the limits and without rain, then or in the dry hours afterwards. At most ${limitText.hourlyWeatherDays} days. Windows are for planning; the label of the product and the weather at the field decide.`,
    access: 'owner',
    addition: true,
    conflict: noBoundary,
    params: fieldPath,
    exists: { user: userInPath, field: fieldAndShape },
    query: sprayQuery,
    responses: {
      200: { description: 'The windows in chronological order.', schema: z.array(sprayWindowSchema), headers },
    },
  },
});
