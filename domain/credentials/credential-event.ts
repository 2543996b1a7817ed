import * as z from 'zod';

/** The response of a provider to a call with a credential, or what the owner has to know about it. */
export const credentialEventSchema = z
  .object({
    id: z.string().describe('Id of the event.'),
    createdDate: z.iso.datetime().describe('The time of the call, with microseconds.'),
    statusCode: z.int().describe("The HTTP status of the provider's answer; 0 where the event is no answer."),
    message: z.string().optional().describe('What the event means for the credential, where it is no answer.'),
    headers: z.string().describe('The headers of the response, one per line, without secrets.'),
    body: z.string().describe('The beginning of the body of the response, without secrets.'),
  })
  .meta({ id: 'CredentialEvent' });

export type CredentialEvent = z.infer<typeof credentialEventSchema>;

/** The fields by which events can be sorted. */
export const credentialEventSortFields = ['createdDate'] as const;

/** How long events are kept. */
export const credentialEventDays = 30;
