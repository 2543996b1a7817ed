import * as z from 'zod';
import { fieldIdSchema } from '../../../../domain/fields/field.ts';
import { readOnlyIn } from '../../../../domain/resource-members.ts';
import { newSeasonSchema, seasonMembers, seasonSchema } from '../../../../domain/seasons/season.ts';
import { seasonSortFields } from '../../../../domain/seasons/season-store.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInPath } from '../../../http/existence.ts';
import { idInPath, pageParameters, userIdInPath } from '../../../http/parameters.ts';

const ofUser = z.object({ svcUserId: userIdInPath });
const example = {
  name: 'Spring wheat 2026',
  fieldId: 'north-forty',
  startDate: '2026-04-01',
  endDate: '2026-08-31',
  crop: 'wheat',
  activityTypes: ['Planting', 'Harvesting'],
};

/** Seasons: spans of days in which a field is worked for one purpose. */
export const seasonEndpoints = defineEndpoints({
  listSeasons: {
    method: 'GET',
    path: '/users/{svcUserId}/seasons',
    summary: 'List the seasons of fields',
    description:
      'Lists the seasons of all fields of the user, or with `fieldId` of one field. Without `sort`, they are grouped by field, the oldest first.',
    access: 'owner',
    addition: true,
    paged: true,
    params: ofUser,
    exists: { user: userInPath },
    query: z.strictObject({ fieldId: fieldIdSchema.optional(), ...pageParameters(seasonSortFields) }),
    responses: { 200: { description: 'One page of seasons.', schema: z.array(seasonSchema) } },
  },
  createSeason: {
    method: 'POST',
    path: '/users/{svcUserId}/seasons',
    summary: 'Create a season of a field',
    description: 'Seasons of a field may overlap. 404 `fieldNotFound` when the user has no field with the `fieldId`.',
    access: 'owner',
    addition: true,
    idempotent: true,
    params: ofUser,
    exists: { user: userInPath },
    body: { kind: 'json', schema: newSeasonSchema, readOnly: readOnlyIn(seasonMembers, 'created'), example },
    responses: {
      201: {
        description: 'The season.',
        schema: seasonSchema,
        location: '/users/{svcUserId}/seasons?fieldId={fieldId}',
      },
    },
  },
  deleteSeason: {
    method: 'DELETE',
    path: '/users/{svcUserId}/seasons/{seasonId}',
    summary: 'Delete a season',
    access: 'owner',
    addition: true,
    params: ofUser.extend({ seasonId: idInPath.describe('Id of the season, as `…/seasons` lists it.') }),
    exists: { user: userInPath, season: 'ownWrite' },
    responses: { 204: { description: 'Deleted.' } },
  },
});
