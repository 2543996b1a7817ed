import { defineArea } from '../../http/operation.ts';
import { sessionOperations } from './session-operations.ts';
import { uploadOperations } from './upload-operations.ts';

/** Area M: files of field boundaries, and the sessions by which large files of any kind arrive. */
export const uploadsApi = defineArea({
  name: 'uploads',
  title: 'Field boundary upload',
  letter: 'M',
  description:
    'Zipped shapefiles, GeoJSON, KML and KMZ become fields with boundaries. Conversion is asynchronous: watch the upload, then read its entries.',
  base: '/services/uploadservice/api',
  operations: { ...uploadOperations, ...sessionOperations },
});
