import * as z from 'zod';
import type { StoredSatelliteField } from '../../../domain/satellite/satellite-field.ts';
import type { SatelliteFieldStore } from '../../../domain/satellite/satellite-stores.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';
import { idInPath } from '../../http/parameters.ts';

const id = z.string().min(1).max(255).describe('The `id` of the field, or its `externalId` if no field has this `id`.');

export const fieldPath = z.object({ id });
export const processPath = z.object({
  id,
  processId: idInPath.describe('Id of the process, as `…/processes` lists it.'),
});

export const satelliteField: Finder<
  { params: { id: string } },
  { satelliteFields: Pick<SatelliteFieldStore, 'get'> },
  StoredSatelliteField
> = async ({ ownerId, params }, { satelliteFields }) =>
  orNotFound(await satelliteFields.get(ownerId, params.id), 'field', params.id);
