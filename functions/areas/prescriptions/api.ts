import { defineArea } from '../../http/endpoint.ts';
import { inspectEndpoints } from './inspect-endpoints.ts';
import { listEndpoints } from './list-endpoints.ts';
import { sendingEndpoints } from './sending-endpoints.ts';
import { uploadEndpoints } from './upload-endpoints.ts';

/** Area N: prescriptions. */
export const prescriptionsApi = defineArea({
  name: 'prescriptions',
  title: 'Prescriptions',
  letter: 'N',
  description:
    'Maps of rates that are checked and sent to the accounts of growers at providers, and records of what was sent.',
  base: '/services/beta/prescription/api',
  endpoints: { ...uploadEndpoints, ...listEndpoints, ...sendingEndpoints, ...inspectEndpoints },
});
