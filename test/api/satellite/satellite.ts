import type * as z from 'zod';
import { satelliteFieldStore } from '../../../adapters/aws/dynamodb/satellite/satellite-field-store.ts';
import { newId } from '../../../adapters/system.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { newSatelliteField } from '../../../domain/satellite/new-satellite-field.ts';
import type { imageProcessSchema } from '../../../domain/satellite/processes/image-process.ts';
import type { satelliteFieldSchema } from '../../../domain/satellite/satellite-field.ts';
import { cloudClock, table } from '../cloud.ts';
import type { Answer, TestOwner } from '../owner.ts';

export const satelliteService = '/services/satellite/api';

export type SatelliteField = z.output<typeof satelliteFieldSchema>;
export type ImageProcess = z.output<typeof imageProcessSchema>;

/** A square of the given degrees. */
export function square(
  west: number,
  south: number,
  degrees = 0.01,
): { type: 'MultiPolygon'; coordinates: number[][][][] } {
  const [east, north] = [west + degrees, south + degrees];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'MultiPolygon', coordinates: [[ring]] };
}

/** Requests a registration; by default no scenes of earlier days are wanted. */
export function register(owner: TestOwner, body: object = {}): Promise<Answer<SatelliteField>> {
  return owner.post<SatelliteField>(`${satelliteService}/fields`, {
    externalId: `field-${newId()}`,
    geometry: square(15.8, 45.6),
    ...(!('startDate' in body) && { daysBefore: 0 }),
    ...body,
  });
}

/** A registered field. */
export async function freshSatelliteField(owner: TestOwner, body: object = {}): Promise<SatelliteField> {
  const { status, body: field } = await register(owner, body);
  if (status !== 201) throw new Error(JSON.stringify(field));
  return field;
}

/** A field with images of both providers, as where the owner has access to Planet. */
export async function freshPlanetField({ owner }: TestOwner): Promise<{ id: string }> {
  const [id, now] = [newId(), cloudClock.now()];
  const geometry = multiPolygon(square(15.8, 45.6).coordinates as [number, number][][][]);
  const body = {
    externalId: `field-${id}`,
    geometry,
    providers: ['sentinel' as const, 'planet' as const],
    daysBefore: 0,
  };
  const field = newSatelliteField(body, { id, ownerId: owner.id, geometry, now });
  await satelliteFieldStore(table('satellite'), cloudClock).register(field);
  return field;
}
