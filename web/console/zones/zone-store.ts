import type { Ground } from '../numbers/work.ts';
import type { SavedZone, Season } from '../season/season.ts';

/** Most zones that the panel lists. */
const maxZones = 100;

/** The field's zones at the API. All @throws ApiProblem */
export function zoneStore({ api, field: { id, svcUserId } }: Pick<Season, 'api' | 'field'>) {
  const path = `/services/fields/api/users/${svcUserId}/fields/${encodeURIComponent(id)}/zones`;
  return {
    list: () => api.get<SavedZone[]>(`${path}?size=${maxZones}`),
    save: (name: string, geometry: Ground) => api.post<SavedZone>(path, { name, geometry }),
    remove: (zoneId: string) => api.send<undefined>('DELETE', `/services/fields/api/zones/${zoneId}`),
  };
}
