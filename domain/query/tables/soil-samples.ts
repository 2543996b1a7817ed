import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { typeOf } from '../../../sql/types/sql-type.ts';
import { float, geography, storedColumn, text, texts } from './columns.ts';

/** Every result of the soil samples of the owner's users. */
export function soilSamplesTable(ownerId: string): CatalogueTable {
  return {
    name: 'soilSamples',
    stored: ['store', 'soil_samples'],
    description:
      'Results of soil samples, a row for each: samples have as many rows as results. Zips of a user with the same content are there once. Changes appear within a minute.',
    only: { owner: ownerId },
    columns: [
      storedColumn('id', text, 'Identifies the row.'),
      storedColumn('batchId', text, 'The id of the batch.'),
      storedColumn('entryId', text, 'The id of the entry of the batch: of the zip.'),
      storedColumn('svcUserId', text, 'The id of the service user.'),
      storedColumn(
        'fieldIds',
        texts,
        'The ids of the fields whose active boundary contains the sample; for a polygon, those that it overlaps by more than `fieldsAttachIntersection`.',
      ),
      storedColumn('sampleId', text, 'The number or name of the sample in its file.'),
      storedColumn('sampleDate', typeOf('DATE'), 'The local day of sampling.'),
      storedColumn('fieldName', text, 'The name of the field in the file.'),
      storedColumn('depthTopCm', float, 'The upper end of the sample; NULL if the file says no unit.', 'cm'),
      storedColumn('depthBottomCm', float, 'The lower end of the sample.', 'cm'),
      storedColumn(
        'analyte',
        text,
        'The code of the analyte, such as `P`; its name in the file if the service does not know it.',
      ),
      storedColumn(
        'value',
        float,
        'The result in `unit`; NULL where it is text, or a number that cannot be: `originalValue` has it.',
      ),
      storedColumn(
        'unit',
        text,
        'The unit of `value`: one for all values of an analyte; that of the file, or NULL, where the analyte is not known or the unit cannot be converted.',
      ),
      storedColumn('method', text, 'The method of extraction, such as `mehlich3`; NULL if the file says none.'),
      storedColumn('qualifier', text, '`<` or `>` where the result is beyond the limit of the measurement.'),
      storedColumn(
        'flag',
        text,
        '`impossible` where the number of the file is beyond a limit of physics, `implausible` where it is beyond what soils have.',
      ),
      storedColumn('originalName', text, 'The name of the analyte in the file.'),
      storedColumn('originalValue', text, 'The result as the file writes it.'),
      storedColumn('originalUnit', text, 'The unit as the file writes it.'),
      storedColumn('originalMethod', text, 'The method as the file writes it.'),
      storedColumn('labName', text, 'The laboratory.'),
      geography('Where the sample was taken: a point, or a polygon; NULL if no file says it.'),
    ],
  };
}
