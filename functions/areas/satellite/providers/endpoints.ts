import * as z from 'zod';
import { planetAccessSchema } from '../../../../domain/satellite/planet/planet-key.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { upstreamHeader } from '../upstream-header.ts';

/** Planet's keys are `PLAK` and 32 hexadecimal digits; a colon would end the name of basic authentication. */
const apiKey = z
  .string()
  .regex(/^[\x21-\x39\x3b-\x7e]{8,200}$/, 'must be 8 to 200 letters, digits and signs, without spaces and colons');

const newKeySchema = z
  .strictObject({ apiKey: apiKey.describe('The API key of the owner’s account at Planet.') })
  .meta({ id: 'NewPlanetAccess' });

/** Endpoints of the access to commercial providers of images. */
export const providerEndpoints = defineEndpoints({
  getPlanetAccess: {
    method: 'GET',
    path: '/providers/planet',
    summary: 'Get the access to Planet',
    access: 'owner',
    addition: true,
    responses: {
      200: {
        description: 'Whether there is an API key. The key itself is never returned.',
        schema: planetAccessSchema,
        headers: upstreamHeader,
      },
    },
  },
  setPlanetAccess: {
    method: 'PUT',
    path: '/providers/planet',
    summary: 'Set the API key for Planet',
    description:
      'The key is checked with Planet once, which costs nothing, then sealed and never returned. It replaces the previous key from the next request to Planet on; fields that waited for a valid key are searched for at once. 400 `planetKeyRefused` with the message of Planet, or 503 `planetUnavailable` while Planet cannot be reached; in both cases nothing changes.',
    access: 'owner',
    addition: true,
    body: {
      kind: 'json',
      schema: newKeySchema,
      readOnly: ['enabled', 'checkedAt'],
      example: { apiKey: 'stand-in-example-key' },
      hasSecrets: true,
    },
    responses: { 200: { description: 'The access.', schema: planetAccessSchema, headers: upstreamHeader } },
    errors: { 503: 'Planet cannot be reached at the moment.' },
  },
  deletePlanetAccess: {
    method: 'DELETE',
    path: '/providers/planet',
    summary: 'Delete the API key for Planet',
    description:
      'Takes effect at once, even if fields have `planet`: they stay registered with their images, running processes fail with a reason, and no scene is searched for or ordered until there is a key again. Orders that Planet has accepted are not cancelled; to cancel them, delete the fields first.',
    access: 'owner',
    addition: true,
    responses: { 204: { description: 'Deleted.', headers: upstreamHeader } },
  },
});
