import { settings } from '../../../functions/manifests.ts';
import type { CloudPlan } from '../../template/plan.ts';
import { answers, redirect, standInReason, type UpstreamOptions } from '../upstreams.ts';
import { keyPrefix } from './answers.ts';
import { type PlanetStandIn, startPlanetStandIn } from './start-stand-in.ts';

/**
 * Points functions at Planet, or at a stand-in that it starts and returns, and logs in one line which. Undefined when Planet is used, or no function
 * needs its scenes.
 *
 * @param isOpen whether searches find anything before the control port opens the stand-in.
 */
export async function choosePlanet(
  { functions }: Pick<CloudPlan, 'functions'>,
  { upstreams, address: own, now, log, isOpen }: UpstreamOptions & { isOpen: boolean },
): Promise<PlanetStandIn | undefined> {
  // Functions that only fetch files do not have the URL.
  const address = functions.find(({ environment }) => 'PLANET_URL' in environment)?.environment.PLANET_URL;
  if (address === undefined) return undefined;
  if (own !== undefined) {
    const { origin, host: ownHost } = new URL(own);
    const hosts = `${origin},${settings.PLANET_HOSTS.otherwise}`;
    redirect(functions, { PLANET_URL: origin, PLANET_HOSTS: hosts, PLANET_SOURCE: ownHost });
    log(`scenes of Planet come from ${origin}, as FURROW_PLANET_URL says`);
    return undefined;
  }
  const { host } = new URL(address);
  // Without a key, Planet asks for one.
  const isThere = upstreams === undefined && (await answers(new URL('/data/v1/item-types', address), true));
  if (upstreams === 'public' || isThere) {
    log(`scenes of Planet come from ${host}, with the API keys that owners give`);
    return undefined;
  }
  const standIn = await startPlanetStandIn({ now, isOpen });
  const { endpoint } = standIn;
  redirect(functions, { PLANET_URL: endpoint, PLANET_HOSTS: endpoint, PLANET_SOURCE: 'stand-in' });
  const why = standInReason(upstreams, host);
  log(`scenes of Planet are made of four of Sentinel-2, ${why}; API keys are those that begin with ${keyPrefix}`);
  return standIn;
}
