import type { Field } from '../api/uploads.ts';
import { type DatedOperation, seasonOf } from '../console/season/season-of.ts';
import { neighbourhoods } from '../map/neighbourhoods.ts';
import type { Shape } from '../map/projection.ts';

/** A field operation, and the fields that it lies in. */
export interface LandWork extends DatedOperation {
  id: string;
  fields: { id: string }[];
}

/** A field on a map, and the page of the console that it leads to: the season of its latest harvest or other work, or its seasons where there was none. */
export interface LandField extends Shape {
  href: string;
  work: LandWork | undefined;
}

/** Fields on one map, and the work whose points are drawn: the latest harvest, or other work where nothing was harvested. */
export interface Neighbourhood {
  fields: LandField[];
  work: LandWork | undefined;
}

/** The fields in groups of neighbours. @param consoleUrl of the console, without a slash at its end. */
export function neighbourhoodsOf(
  fields: readonly Field[],
  work: readonly LandWork[],
  { consoleUrl, svcUserId }: { consoleUrl: string; svcUserId: string },
): Neighbourhood[] {
  const shapes = fields.flatMap(({ id, name, geometry }): LandField[] => {
    if (!geometry) return [];
    const own = work.filter((one) => one.fields.some((field) => field.id === id));
    const latest = latestOf(own);
    const season = latest ? `/${seasonOf(latest, own)}` : '';
    const href = `${consoleUrl}/fields/${encodeURIComponent(id)}${season}?svcUserId=${encodeURIComponent(svcUserId)}`;
    return [{ id, label: name, geometry, href, work: latest }];
  });
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  return neighbourhoods(shapes).map((group) => {
    const own = group.flatMap(({ id }) => byId.get(id) ?? []);
    return { fields: own, work: latestOf(own.flatMap((field) => field.work ?? [])) };
  });
}

/** The latest harvest, or the latest of all work where there is none. */
function latestOf(work: readonly LandWork[]): LandWork | undefined {
  const harvests = work.filter(({ type }) => type === 'harvested');
  return (harvests.length > 0 ? harvests : work).toSorted((one, other) =>
    one.startTime < other.startTime ? 1 : -1,
  )[0];
}
