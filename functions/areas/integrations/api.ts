import * as z from 'zod';
import { resourceCountsSchema } from '../../../domain/integrations/resource-counts.ts';
import { userFilter } from '../../../domain/parameters.ts';
import { providers } from '../../../domain/providers/providers.ts';
import { defineArea } from '../../http/endpoint.ts';
import { pageParameters } from '../../http/parameters.ts';
import { syncEndpoints } from './sync/endpoints.ts';

/** The rows have one order: by user and provider. */
const { sort: _, ...paging } = pageParameters([]);

/** What came from providers, and what their sync does. */
export const integrationsApi = defineArea({
  name: 'integrations',
  title: 'Integrations',
  letter: 'E',
  description: 'Counts of the data from the providers that service users are connected to, and the state of its sync.',
  base: '/services/integrations/api',
  endpoints: {
    countResources: {
      method: 'GET',
      path: '/resources',
      summary: 'Count growers, farms and fields by user and provider',
      description:
        'One row for each provider that a user is connected to, as soon as a credential is attached. Counts are updated with every write, so the request costs the same for any number of resources.',
      access: 'owner',
      paged: true,
      query: z.strictObject({
        provider: z
          .enum(providers.map(({ key }) => key))
          .optional()
          .describe('Only this provider.'),
        svcUserId: userFilter,
        ...paging,
      }),
      responses: {
        200: {
          description: 'One page of counts.',
          schema: z.object({
            message: z.literal('SUCCESS').describe('Always `SUCCESS`, which clients of the interface read.'),
            summaries: z.array(resourceCountsSchema).describe('One entry for each user and provider.'),
          }),
        },
      },
    },
    ...syncEndpoints,
  },
});
