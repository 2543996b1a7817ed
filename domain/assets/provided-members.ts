import * as z from 'zod';

/** What files say of a machine or an implement that is a provider's. */
export const inFilesSchema = z
  .object({
    name: z.string(),
    serialNumber: z.string().optional(),
    vin: z.string().optional(),
    make: z.string().optional(),
    model: z.string().optional(),
    category: z.string().optional(),
    modelYear: z.int().optional(),
  })
  .optional()
  .describe(
    'What machine files say of it, where a VIN or serial number in files is that of the provider. If they are not the same thing, `POST …/separate` takes them apart.',
  );

/** When something was found to be gone at its provider. */
export const removedAtProviderSchema = z.iso
  .datetime()
  .optional()
  .describe('When two complete lists of the provider in a row had lacked it. It stays here, with its work.');
