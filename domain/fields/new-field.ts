import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { NewField } from './field-store.ts';
import { newBoundary } from './new-boundary.ts';

export interface NewFieldMembers {
  id: string;
  svcUserId: string;
  name?: string | undefined;
  farmId?: number | undefined;
  geometry: MultiPolygon;
}

/** A field that a request creates, with the first version of its boundary. */
export function newField(
  { id, svcUserId, name, farmId, geometry }: NewFieldMembers,
  boundaryId: string,
  createdTime: string,
): NewField {
  const boundary = newBoundary(boundaryId, geometry, createdTime);
  return {
    field: {
      id,
      ...(name !== undefined && { name }),
      ...(farmId !== undefined && { farmId }),
      svcUserId,
      boundaries: [boundaryId],
      type: 'ORIGINAL',
      status: 'PROCESSED',
      files: [],
      area: boundary.area,
      createdTime,
      updatedTime: createdTime,
    },
    boundary,
  };
}
