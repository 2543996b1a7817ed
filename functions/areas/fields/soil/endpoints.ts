import * as z from 'zod';
import { fieldIdSchema } from '../../../../domain/fields/field.ts';
import { limitText } from '../../../../domain/limits.ts';
import { day, inOrder } from '../../../../domain/parameters.ts';
import { analyteParameter } from '../../../../domain/soil/analyte-parameter.ts';
import { fieldSoilSchema } from '../../../../domain/soil/field-soil/field-soil-schema.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInPath } from '../../../http/existence.ts';
import { userIdInPath } from '../../../http/parameters.ts';
import { fieldInPath } from '../existing-field.ts';

/** Soil samples on fields. */
export const fieldSoilEndpoints = defineEndpoints({
  getFieldSoil: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/soil',
    summary: 'Get what soil samples say of a field',
    description: `The latest value of each analyte at each place, the values of each day, and means of the field's zones. Samples count that were taken within the active boundary of the field; numbers alone, in the one unit of each analyte. 400 \`tooManySamples\` where zips with more than ${limitText.shownSamples} samples reach the field: query the table \`soilSamples\` instead.`,
    access: 'owner',
    addition: true,
    params: z.object({ svcUserId: userIdInPath, fieldId: fieldIdSchema }),
    exists: { user: userInPath, field: fieldInPath },
    query: z
      .strictObject({
        analyte: analyteParameter.optional().describe('The code of one analyte, such as `P`.'),
        from: day.optional().describe('The first day of sampling. Samples without a day are then left out.'),
        to: day.optional().describe('The last day of sampling. Samples without a day are then left out.'),
      })
      .refine(...inOrder('from', 'to')),
    responses: { 200: { description: 'The values.', schema: fieldSoilSchema } },
  },
});
