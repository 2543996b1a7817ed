import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient, json } from '../../../bench/http-client.ts';
import { makeOwners } from '../../../bench/owners.ts';
import { startFurrow } from '../../../bench/running-furrow.ts';
import { temporaryFolder } from '../../../bench/temporary-folder.ts';
import { configurationsApi } from '../../../functions/areas/configurations/api.ts';
import { fieldsApi } from '../../../functions/areas/fields/api.ts';
import { integrationsApi } from '../../../functions/areas/integrations/api.ts';
import { irrigationApi } from '../../../functions/areas/irrigation/api.ts';
import { usersApi } from '../../../functions/areas/users/api.ts';
import type { SandboxesAccess } from '../../../local/sandboxes/sandboxes.ts';
import { pythonWith } from '../python.ts';
import { type RealPivot, rowsOf, systemOf } from './histories.ts';

/**
 * Compares the sums of irrigation with shapely and pyproj: volume, area and mean depth of each date of real pivots, of what real fields got of them, and of a season. The service reads
 * FieldNET's sandbox over HTTP; the comparison starts from the raw histories.
 */
const { CORPUS_DIR } = process.env;
if (!CORPUS_DIR)
  throw new Error('CORPUS_DIR has to name the folder with the real files of machines, beside which pivots lie.');
const pivotsWanted = 20;
const python = pythonWith('irrigation', [
  'shapely==2.1.1',
  'pyproj==3.7.1',
  'numpy==2.2.6',
  'pyshp==3.1.6',
  'tzdata==2025.2',
]);
const script = (name: string) => join(import.meta.dirname, name);

interface Shown {
  startTime: string;
  timeZone: string;
  equipment: { providerEquipmentId: string }[];
  summary: {
    properties: Record<'totalVolume' | 'totalArea' | 'coverage', { value: number }> & { depth: { avg: number } };
  };
}
interface Season {
  arc: { value: number };
  depth: { value: number };
}

const real = join(CORPUS_DIR, '../irrigation/capellett+sccenterpivot');
const chosen = JSON.parse(
  execFileSync(python, [script('pivots.py'), real, String(pivotsWanted)], { encoding: 'utf8' }),
) as { pivots: RealPivot[]; fields: object[] };
const temporary = temporaryFolder();
const client = httpClient();
const furrow = await startFurrow(join(temporary.path, 'state'));
try {
  const { baseUrl } = furrow.endpoints;
  const { Lindsay: sandbox } = furrow.endpoints.sandboxes as SandboxesAccess;
  const [{ token } = { token: '' }] = await makeOwners(furrow.endpoints, 1);
  const answered = async <T>(url: string, method = 'GET', sent?: object) => {
    const { body } = await client.ask({ method, url, token, ...(sent && { body: json(sent) }) });
    return (body.length > 0 ? JSON.parse(body.toString()) : undefined) as T;
  };
  const ask = <T>(path: string, method?: string, sent?: object) => answered<T>(baseUrl + path, method, sent);
  const control = <T>(path: string, method?: string, sent?: object) =>
    answered<T>(`${sandbox.url}/control${path}`, method, sent);

  const now = Date.now();
  for (const [index, pivot] of chosen.pivots.entries()) {
    const system = systemOf(pivot, index);
    await control(`/history/${pivot.id}`, 'PUT', { rows: rowsOf(pivot, index, system.turnSeconds, now) });
    await control(`/world/systems/${pivot.id}`, 'PUT', system);
  }
  const { id: user } = await ask<{ id: string }>(`${usersApi.base}/users`, 'POST', {
    name: 'Ada Grower',
    email: 'ada@example.com',
  });
  await ask(`${configurationsApi.base}/configs/${user}`, 'POST', { unitMeasurement: 'METRIC' });
  const fields: { id: string; geometry: object }[] = [];
  for (const geometry of chosen.fields) {
    const { id } = await ask<{ id: string }>(`${fieldsApi.base}/users/${user}/fields`, 'POST', { geometry });
    fields.push({ id, geometry });
  }
  const { clientId, clientSecret, refreshToken } = sandbox;
  await ask(`${usersApi.base}/users/${user}/lindsay-credentials`, 'POST', {
    ...{ clientId, clientSecret, refreshToken, clientEnvironment: 'STAGE' },
  });
  for (;;) {
    const { providers } = await ask<{ providers: { irrigation?: { isComplete: boolean; message?: string } }[] }>(
      `${integrationsApi.base}/users/${user}/sync`,
    );
    const { isComplete, message } = providers[0]?.irrigation ?? {};
    if (message !== undefined) throw new Error(message);
    if (isComplete) break;
    await sleep(1_000);
  }

  const path = `${irrigationApi.base}/users/${user}`;
  const all = async <T>(list: string) => {
    const found: T[] = [];
    for (let page = 0; ; page += 1) {
      const some = await ask<T[]>(`${path}${list}?size=100&page=${page}`);
      found.push(...some);
      if (some.length < 100) return found;
    }
  };
  const valuesOf = ({ startTime, summary: { properties } }: Shown) => ({
    ...{ date: startTime.slice(0, 10), litres: properties.totalVolume.value, hectares: properties.totalArea.value },
    ...{ millimetres: properties.depth.avg, coverage: properties.coverage?.value },
  });
  const records = await all<Shown>('/irrigation/applied-irrigation');
  const ofFields = [];
  for (const field of fields) {
    const own = await all<Shown>(`/irrigation/fields/${field.id}`);
    const { arc, depth } = await ask<Season>(`${path}/irrigation/fields/${field.id}/season`);
    const season = { hectares: arc.value, millimetres: depth.value };
    ofFields.push({ ...field, records: own.map(valuesOf), season });
  }
  const { items: systems } = await control<{ items: { id: string }[] }>('/world/systems');
  const histories: Record<string, object[]> = {};
  for (const { id } of systems) histories[id] = (await control<{ rows: object[] }>(`/history/${id}`)).rows;
  const systemIn = ({ equipment }: Shown) => equipment[0]?.providerEquipmentId ?? '';
  const compared = {
    ...{ systems, histories, fields: ofFields },
    timeZones: Object.fromEntries(records.map((one) => [systemIn(one), one.timeZone])),
    records: records.map((one) => ({ system: systemIn(one), ...valuesOf(one) })),
  };
  const file = join(temporary.path, 'answered.json');
  writeFileSync(file, JSON.stringify(compared));
  execFileSync(python, [script('compare.py'), file], { stdio: 'inherit' });
} catch (error) {
  if ((error as { status?: number }).status === undefined) throw error;
  process.exitCode = 1;
} finally {
  client.close();
  await furrow.stop();
  temporary.remove();
}
