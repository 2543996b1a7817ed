import { choicePage, pageHeaders } from '../server/consent-page.ts';
import type { SandboxAnswer, SandboxRequest } from '../server/exchange.ts';
import type { DeereWorld } from './world.ts';

/**
 * Pages on which a grower selects organizations for an application, or ends a connection:
 * `/connections/{client}/select-organizations?redirect_uri=` and `/connections/{client}/connections-dialog?orgId=`.
 *
 * @param ended called when the last organization has been disconnected.
 */
export function connectionPage(
  { path, query, base, method }: SandboxRequest,
  world: DeereWorld,
  ended: () => void,
): SandboxAnswer {
  const page = /^\/connections\/[^/]+\/(select-organizations|organizations|connections-dialog)$/.exec(path)?.[1];
  if (!page || method !== 'GET') return { status: 404, body: 'Not found' };
  const isDialog = page === 'connections-dialog';
  const answer = query.get('answer');
  const url = new URL(`${path}?${query}`, base);
  const organizations = [...world.organizations.values()];
  if (answer === null) {
    const choices = isDialog
      ? organizations
          .filter(({ id }) => id === query.get('orgId'))
          .map(({ id, name }) => ({ answer: id, label: `Disconnect ${name}` }))
      : organizations
          .filter(({ isConnected }) => !isConnected || world.isNothingSelected)
          .map(({ id, name }) => ({ answer: id, label: `Connect ${name}` }));
    return {
      status: 200,
      headers: pageHeaders,
      body: choicePage('Connections', ['Which organizations may the application see?'], url, choices),
    };
  }
  const chosen = world.organizations.get(answer);
  if (chosen) {
    if (world.isNothingSelected && !isDialog) {
      for (const other of organizations) other.isConnected = false;
      world.isNothingSelected = false;
    }
    chosen.isConnected = !isDialog;
    if (!organizations.some(({ isConnected }) => isConnected)) ended();
  }
  const back = query.get('redirect_uri');
  return back && URL.canParse(back)
    ? { status: 302, headers: { location: back } }
    : { status: 200, headers: pageHeaders, body: choicePage('Connections', ['Done.'], url, []) };
}
