import * as z from 'zod';
import { planetAccessSchema } from '../../../../domain/satellite/planet/planet-key.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';

/** Planet's keys are `PLAK` and 32 hexadecimal digits; a colon would end the name of basic authentication. */
const apiKey = z
  .string()
  .regex(/^[\x21-\x39\x3b-\x7e]{8,200}$/, 'must be 8 to 200 letters, digits and signs, without spaces and colons');

const newKeySchema = z
  .strictObject({ apiKey: apiKey.describe('The API key of the owner’s account at Planet.') })
  .meta({ id: 'NewPlanetAccess' });

/** Access of owners to commercial providers of images. */
export const providerEndpoints = defineEndpoints({
  getPlanetAccess: {
    method: 'GET',
    path: '/providers/planet',
    summary: 'Get the access to Planet',
    access: 'owner',
    addition: true,
    responses: { 200: { description: 'Whether there is an API key, never the key.', schema: planetAccessSchema } },
  },
  setPlanetAccess: {
    method: 'PUT',
    path: '/providers/planet',
    summary: 'Give the API key of Planet',
    description:
      'The key is tried with Planet once, which costs nothing, then sealed, and told in no answer. It takes the place of the one before from the next question to Planet on; fields that waited for a better key are searched for at once. 400 `planetKeyRefused` with Planet’s words, and 503 `planetUnavailable` while Planet cannot be asked: then nothing changes.',
    access: 'owner',
    addition: true,
    body: {
      kind: 'json',
      schema: newKeySchema,
      readOnly: ['enabled', 'checkedAt'],
      example: { apiKey: 'stand-in-example-key' },
      hasSecrets: true,
    },
    responses: { 200: { description: 'The access.', schema: planetAccessSchema } },
    errors: { 503: 'Planet cannot be asked at the moment.' },
  },
  deletePlanetAccess: {
    method: 'DELETE',
    path: '/providers/planet',
    summary: 'Delete the API key of Planet',
    description:
      'At once, also while fields have `planet`: they stay registered with their images, processes under way end with a reason, and no scene is searched for or ordered until there is a key again. Orders that Planet has taken are not cancelled by this; delete the fields first for that.',
    access: 'owner',
    addition: true,
    responses: { 204: { description: 'Deleted.' } },
  },
});
