import { defineArea } from '../../http/endpoint.ts';
import { machineEndpoints } from './machine-endpoints.ts';
import { namedEndpoints } from './named-endpoints.ts';

/** Area O: what works the fields. */
export const assetsApi = defineArea({
  name: 'assets',
  title: 'Machines, implements, operators and layers',
  letter: 'O',
  description:
    'The machines of service users, entered by hand, found in machine files or read from providers, with their work in files; the implements and operators that files name or providers have; and aerial layers.',
  base: '/services/beta/api',
  endpoints: { ...machineEndpoints, ...namedEndpoints },
});
