import type { Field } from '../../../domain/fields/field.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { TestOwner } from '../owner.ts';

const base = '/services/fields/api';

export function fieldsPath(svcUserId: string, more = ''): string {
  return `${base}/users/${svcUserId}/fields${more}`;
}

/** A square of degrees with its south-western corner there. */
export function squareAt(west: number, south: number, degrees = 0.01): MultiPolygon {
  const [east, north] = [west + degrees, south + degrees].map((value) => Number(value.toFixed(9))) as [number, number];
  return {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    ],
  };
}

/** Creates a field over HTTP. */
export async function freshField(owner: TestOwner, svcUserId: string, members: object = {}): Promise<Field> {
  const { status, body } = await owner.post<Field>(fieldsPath(svcUserId), { geometry: squareAt(10, 50), ...members });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
