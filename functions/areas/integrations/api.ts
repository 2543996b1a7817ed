import * as z from 'zod';
import { resourceCountsSchema } from '../../../domain/integrations/resource-counts.ts';
import { userFilter, wholeNumber } from '../../../domain/parameters.ts';
import { providers } from '../../../domain/providers/providers.ts';
import { defineArea } from '../../http/endpoint.ts';

const maxPage = 500;
const maxSize = 100;

/** What came from providers, by user. */
export const integrationsApi = defineArea({
  name: 'integrations',
  title: 'Integrations',
  letter: 'E',
  description: 'How much came from the providers that service users are connected to.',
  base: '/services/integrations/api',
  endpoints: {
    countResources: {
      method: 'GET',
      path: '/resources',
      summary: 'Count growers, farms and fields by user and provider',
      description:
        'One row for each provider that a user is connected to. The counts are kept with every write, and cost the same however many there are.',
      access: 'owner',
      query: z.strictObject({
        provider: z.enum(providers.map(({ key }) => key)).optional(),
        svcUserId: userFilter,
        page: wholeNumber(0, maxPage).optional().describe(`Page number, from 0 to ${maxPage}.`),
        size: wholeNumber(1, maxSize).optional().describe(`Rows in a page, 20 unless given, at most ${maxSize}.`),
      }),
      responses: {
        200: {
          description: 'One page of counts.',
          schema: z.object({ message: z.literal('SUCCESS'), summaries: z.array(resourceCountsSchema) }),
        },
      },
    },
  },
});
