import { defineArea } from '../../http/endpoint.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { uploadEndpoints } from './upload-endpoints.ts';

/** Area M: files of field boundaries, and the sessions by which large files of any kind arrive. */
export const uploadsApi = defineArea({
  name: 'uploads',
  title: 'Field boundary upload',
  letter: 'M',
  description:
    'Zipped shapefiles, GeoJSON, KML and KMZ become fields with boundaries. Conversion is asynchronous: poll the upload, then read its entries.',
  base: '/services/uploadservice/api',
  endpoints: { ...uploadEndpoints, ...sessionEndpoints },
});
