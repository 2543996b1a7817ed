import { request } from '../api/client.ts';
import type { Field } from '../api/uploads.ts';
import type { LayerCalls } from '../points/read-layers.ts';
import { type Harvest, readHarvest } from './harvest.ts';
import type { LandWork } from './land.ts';

/** The demo owner, which the API returns only on this machine. */
export interface DemoSignIn {
  username: string;
  password: string;
  clientId: string;
  svcUserId: string;
  /** Applications at providers that this machine plays: bodies of app keys by their paths, `{provider}/{name}`. */
  applications: Record<string, Record<string, string>>;
}

export type LinkType = 'provider' | 'authentication' | 'file-upload';

const maxFields = 60;
const maxWork = 100;

/** Requests of the landing page as the demo owner. */
export function demoOwner(base: string, { username, password, svcUserId, applications }: DemoSignIn) {
  const signedIn = request<{ id_token: string }>(`${base}/api/authenticate`, {
    method: 'POST',
    body: { username, password },
  });
  const bearer = async () => ({ authorization: `Bearer ${(await signedIn).id_token}` });
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    request<T>(`${base}${path}`, { method, body, headers: await bearer() });
  const layers: LayerCalls = {
    get: async (path, signal) => request(`${base}${path}`, { method: 'GET', headers: await bearer(), signal }),
    async link(path, signal) {
      const headers = { ...(await bearer()), accept: 'application/vnd.furrow.link+json' };
      return (await request<{ url: string }>(`${base}${path}`, { method: 'GET', headers, signal })).url;
    },
  };

  const [firstProvider = '', firstName] = (Object.keys(applications)[0] ?? '').split('/');

  /** Creates app keys of the demo's applications, unless they are there. */
  const registerApplications = async () => {
    const keys = '/services/usermanagement/api/app-keys';
    const known = await call<{ appName?: string }[]>('GET', `${keys}/${firstProvider}`);
    if (known.some(({ appName }) => appName === firstName)) return;
    await Promise.all(
      Object.entries(applications).map(([path, members]) =>
        call('POST', `${keys}/${path}`, members).catch(() => undefined),
      ),
    );
    // What providers have arrives at once, without being enabled field by field; the work of the sandboxes is some years old.
    const assets = { machinesAutoSync: true, implementsAutoSync: true, operatorsAutoSync: true };
    const settings = { customDataSync: false, operationsProcessingRange: 240, ...assets };
    await call('PATCH', `/services/config/api/configs/${svcUserId}`, settings);
  };

  return {
    async makeLink(type: LinkType): Promise<string> {
      if (type !== 'file-upload') await registerApplications();
      const body = {
        expiresIn: 3_600,
        settings: {
          companyName: 'Prairie Advisers',
          backgroundColor: '#DCE7CF',
          showSvcUserName: true,
          ...(type !== 'file-upload' && { disconnectEnabled: true }),
        },
        ...(type === 'authentication' && { provider: firstProvider }),
      };
      const path = `/services/widgets/api/magic-link/users/${svcUserId}/${type}`;
      return (await call<{ link: string }>('POST', path, body)).link;
    },

    /** The fields with their shapes, of which only those are asked for that have changed since `known`. */
    async fields(known: readonly Field[] = []): Promise<Field[]> {
      const fields = '/services/fields/api';
      const listed = await call<Field[]>('GET', `${fields}/fields?svcUserId=${svcUserId}&size=${maxFields}`);
      return Promise.all(
        listed.map(
          ({ id, updatedTime }) =>
            known.find((one) => one.id === id && one.updatedTime === updatedTime) ??
            call<Field>('GET', `${fields}/users/${svcUserId}/fields/${encodeURIComponent(id)}`),
        ),
      );
    },

    /** The field work that has a time and lies in a field. */
    async work(): Promise<LandWork[]> {
      const listed = await call<Partial<LandWork>[]>(
        'GET',
        `/services/operations/api/operations?svcUserId=${svcUserId}&size=${maxWork}`,
      );
      return listed.filter((one): one is LandWork => one.startTime !== undefined && (one.fields?.length ?? 0) > 0);
    },

    /** The first harvest. */
    harvest: (): Promise<Harvest> => readHarvest(layers, svcUserId),

    /** Has a batch of machine files that failed converted again. */
    retryBatch: (batchId: string): Promise<unknown> =>
      call('PUT', `/services/operations/api/batch/${encodeURIComponent(batchId)}/retry`),

    /** What maps read. */
    layers,

    async uploadSample(): Promise<void> {
      const form = new FormData();
      form.append('file', await (await fetch(`${base}/web/sample-fields.zip`)).blob(), 'sample-fields.zip');
      await fetch(`${base}/services/uploadservice/api/upload?svcUserId=${svcUserId}`, {
        method: 'POST',
        headers: await bearer(),
        body: form,
      });
    },

    /** A key for the components page, valid for a day. */
    async makeKey(): Promise<string> {
      const body = { svcUserId, expiresIn: 86_400, description: 'The page of components' };
      await registerApplications();
      return (await call<{ key: string }>('POST', '/services/usermanagement/api/api-keys', body)).key;
    },
  };
}
