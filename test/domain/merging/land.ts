import type { Field } from '../../../domain/fields/field.ts';
import { newBoundary } from '../../../domain/fields/new-field.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { Land } from '../../../domain/merging/find-groups.ts';
import { type Member, overlapsEnough, type Source } from '../../../domain/merging/group.ts';

const at = '2026-05-01T00:00:00.000Z';

/** A strip of land from west to east, in hundredths of a degree: `[0, 10]` overlaps `[9, 20]` by a tenth of itself. */
export type Strip = [west: number, east: number];

/** A field with the given strip, or with no boundary. */
export function member(id: string, strip: Strip | undefined, members: Partial<Field> = {}): Member {
  const field: Field = {
    id,
    svcUserId: '0198c2a0-0000-7000-8000-000000000000',
    boundaries: strip ? [`b-${id}`] : [],
    type: 'ORIGINAL',
    status: 'PROCESSED',
    files: [],
    createdTime: at,
    updatedTime: at,
    ...members,
  };
  return { field, boundary: strip && newBoundary(`b-${id}`, shapeOf(strip), at) };
}

function shapeOf([west, east]: Strip) {
  const [from, to] = [west / 100, east / 100];
  return multiPolygon([
    [
      [
        [from, 50],
        [to, 50],
        [to, 50.01],
        [from, 50.01],
        [from, 50],
      ],
    ],
  ]);
}

function stripOf({ boundary }: Source): Strip {
  const [[first, second] = []] = boundary.geometry.coordinates[0] ?? [];
  return [(first?.[0] ?? 0) * 100, (second?.[0] ?? 0) * 100];
}

/** Land on which overlaps are counted along one line. */
export function landOf(members: Member[], thresholdPercent: number): Land & { looks: number } {
  const percent = (a: Strip, b: Strip) =>
    (100 * Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]))) / Math.min(a[1] - a[0], b[1] - b[0]);
  const land = {
    looks: 0,
    members: async (ids: readonly string[]) => members.filter(({ field }) => ids.includes(field.id)),
    async overlapping(source: Source) {
      land.looks += 1;
      return members
        .filter(({ field, boundary }) => boundary && field.id !== source.field.id)
        .filter((other) =>
          overlapsEnough(Number(percent(stripOf(source), stripOf(other as Source)).toFixed(6)), thresholdPercent),
        )
        .map(({ field }) => field.id);
    },
  };
  return land;
}
