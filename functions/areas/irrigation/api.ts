import { defineArea } from '../../http/endpoint.ts';
import { fieldEndpoints } from './field-endpoints.ts';
import { machineEndpoints } from './machine-endpoints.ts';

/** Area P: water. */
export const irrigationApi = defineArea({
  name: 'irrigation',
  title: 'Irrigation',
  letter: 'P',
  description:
    'Machines that water, what they watered on each date, and what fields got of it. It comes from the accounts that users have connected.',
  base: '/services/irrigation/api',
  endpoints: { ...machineEndpoints, ...fieldEndpoints },
});
