import * as z from 'zod';

/** What files say of a machine or an implement that is a provider's. */
export const inFilesSchema = z
  .object({
    name: z.string().describe('The name in the files.'),
    serialNumber: z.string().optional().describe('The serial number in the files.'),
    vin: z.string().optional().describe('The vehicle identification number in the files.'),
    make: z.string().optional().describe('The manufacturer in the files.'),
    model: z.string().optional().describe('The model in the files.'),
    category: z.string().optional().describe('The kind of machine or implement in the files.'),
    modelYear: z.int().optional().describe('The model year in the files.'),
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
