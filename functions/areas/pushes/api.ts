import * as z from 'zod';
import { limits } from '../../../domain/limits.ts';
import { defineArea } from '../../http/endpoint.ts';

/** How often one network may notify of the same account, and with secrets that are not known. */
const perMinute = 600;
const text = z.string().max(2_048);

const eventSchema = z
  .looseObject({
    eventTypeId: z.string().max(200).describe('The type of the event, in the words of John Deere.'),
    token: z.string().max(256).optional().describe('The secret of the subscription.'),
    clientKey: text.optional().describe('The client id of the application that is subscribed.'),
    targetResource: text.optional().describe('URL of what has changed.'),
  })
  .meta({ id: 'JohnDeereEvent' });

/** What providers call. */
export const pushesApi = defineArea({
  name: 'pushes',
  title: 'Notifications of providers',
  letter: '–',
  description:
    'Providers call these endpoints when something has changed in an account. A notification begins a round, which reads from the provider what has changed; nothing is taken from the notification itself.',
  base: '/services/push/api',
  endpoints: {
    receiveJohnDeereEvents: {
      method: 'POST',
      path: '/john-deere/{token}',
      summary: 'Receive events of John Deere',
      description:
        'Called by John Deere with a batch of events of one account. The secret in the URL, the secret in each event and the value of `Authorization` must be those of the subscription: everything else is 404, as if nothing was there. Within seconds, the lists of the field operations that events name are read, or a round begins, once for all events that arrive until then.',
      access: 'public',
      addition: true,
      perMinute,
      secret: { name: 'token', unknown: 'pushSubscriptionNotFound' },
      params: z.object({ token: z.string().max(200).describe('The secret of the subscription.') }),
      body: {
        kind: 'json',
        maxBytes: limits.pushBytes,
        schema: z.array(eventSchema).max(limits.pushEvents),
        example: [
          {
            eventTypeId: 'fieldOperation',
            clientKey: 'johndeere-abc',
            targetResource: 'https://api.deere.com/platform/fieldOperations/1',
            token: 'QWJj',
          },
        ],
      },
      responses: { 202: { description: 'Taken; also if there is nothing to do.' } },
    },
  },
});
