import * as z from 'zod';
import { agronomyDaySchema } from '../../../domain/weather/agronomy.ts';
import { sprayWindowSchema } from '../../../domain/weather/spray-windows.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { agronomyQuery, fieldAndShape, fieldPath, ofFields, sprayQuery } from './parameters.ts';

const noBoundary = 'The field has no active boundary, so it is nowhere.';
const headers = { Age: 'Seconds since the oldest part of the answer was fetched.' };

/** What weather means for the work on a field. */
export const agronomyEndpoints = defineEndpoints({
  getAgronomyOfField: {
    method: 'GET',
    path: '/users/{svcUserId}/weather/agronomy/field/{fieldId}/daily',
    family: ofFields,
    summary: 'Get growing degree days, rain, water balance and frost of a field',
    description:
      'Day by day with sums from the first day on, from history and the forecast as one. Growing degree days by McMaster and Wilhelm (1997), method 2; water balance: precipitation less FAO-56 reference evapotranspiration. At most 366 days.',
    access: 'owner',
    addition: true,
    conflict: noBoundary,
    params: fieldPath,
    exists: { user: userInPath, field: fieldAndShape },
    query: agronomyQuery,
    responses: { 200: { description: 'A record for each day.', schema: z.array(agronomyDaySchema), headers } },
  },
  getSprayWindowsOfField: {
    method: 'GET',
    path: '/users/{svcUserId}/weather/agronomy/field/{fieldId}/spray-windows',
    family: ofFields,
    summary: 'Get when a field can be sprayed',
    description:
      'The runs of hours with wind and delta-T (Stull 2011) within the limits, and no rain then or in the dry hours after. At most 30 days. They help to plan; the label of the product and the weather at the field decide.',
    access: 'owner',
    addition: true,
    conflict: noBoundary,
    params: fieldPath,
    exists: { user: userInPath, field: fieldAndShape },
    query: sprayQuery,
    responses: { 200: { description: 'The windows, in order.', schema: z.array(sprayWindowSchema), headers } },
  },
});
