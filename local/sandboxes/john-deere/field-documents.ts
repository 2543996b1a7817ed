import { link } from './answers.ts';
import type { Call } from './call.ts';
import type { Field } from './world.ts';

/** A field without what may be embedded. */
export function fieldDocument({ platform, world }: Call, { id, organizationId, name, archived, modified }: Field) {
  const organization = `${platform}/organizations/${organizationId}`;
  const own = `${organization}/fields/${id}`;
  const active = [...world.boundaries.values()].find((one) => one.fieldId === id && one.active && !one.archived);
  const links = [
    link('self', own),
    link('clients', `${own}/clients`),
    link('notes', `${own}/notes`),
    link('farms', `${own}/farms`),
    link('owningOrganization', organization),
    link('boundaries', `${own}/boundaries`),
    link('simplifiedBoundaries', `${own}/boundaries?simple=true`),
    link('addBoundary', `${own}/boundaries`),
    ...(active ? [link('activeBoundary', `${own}/boundaries/${active.id}`)] : []),
    link('fieldOperation', `${own}/fieldOperations`),
    link('guidanceLines', `${own}/guidanceLines`),
    link('addGuidanceTrack', `${own}/guidanceLines`),
    link('deleteField', own),
    link('editField', own),
  ];
  return { '@type': 'Field', name, archived, id, lastModifiedTime: modified, links };
}
