import * as z from 'zod';

/** Members that many resources have, with the descriptions that the document of the API has of them. */

export const svcUserIdSchema = z.uuid().describe('Id of the service user to whom it belongs.');

export const ownerNameSchema = z.string().describe('Username of the API owner, for display.');

export const createdTimeSchema = z.iso.datetime().describe('When the record was created, in UTC.');

export const updatedTimeSchema = z.iso.datetime().describe('When the record last changed, in UTC.');

/**
 * A number with its unit.
 *
 * @example const areaSchema = quantitySchema(z.enum(['ha', 'ac']));
 */
export function quantitySchema<const Unit extends z.ZodType<string>>(unit: Unit) {
  return z.object({
    value: z.number().describe('The number, in `unit`.'),
    unit: unit.describe('The unit of `value`.') as Unit,
  });
}
