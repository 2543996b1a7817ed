import { settings } from '../../../functions/manifests.ts';
import type { CloudPlan } from '../../template/plan.ts';
import { answers, redirect, standInReason, type UpstreamOptions } from '../upstreams.ts';
import { type SatelliteStandIn, startSatelliteStandIn } from './start-stand-in.ts';

/**
 * Points functions at the public catalogue of satellite scenes, or at a stand-in that it starts and returns, and logs in one line which. Undefined
 * when the public catalogue is used, or no function needs scenes.
 *
 * @param isOpen whether searches find anything before the control port opens the stand-in.
 */
export async function chooseScenes(
  { functions }: Pick<CloudPlan, 'functions'>,
  { upstreams, address: own, now, log, isOpen }: UpstreamOptions & { isOpen: boolean },
): Promise<SatelliteStandIn | undefined> {
  const address = functions.find(({ environment }) => 'SCENES_URL' in environment)?.environment.SCENES_URL;
  if (address === undefined) return undefined;
  if (own !== undefined) {
    const { origin, host: ownHost } = new URL(own);
    // Its Items may link to files of the public hosts.
    const hosts = `${origin},${settings.SCENES_HOSTS.otherwise}`;
    redirect(functions, { SCENES_URL: own.replace(/\/$/, ''), SCENES_HOSTS: hosts, SCENES_SOURCE: ownHost });
    log(`satellite scenes come from ${own}, as FURROW_STAC_URL says`);
    return undefined;
  }
  const { host } = new URL(address);
  const isPublic = upstreams === 'public' || (upstreams === undefined && (await answers(address)));
  if (isPublic) {
    log(`satellite scenes come from ${host}, which is told cells of one degree and which blocks of its files are read`);
    return undefined;
  }
  const standIn = await startSatelliteStandIn({ now, isOpen });
  const { stacUrl, endpoint } = standIn;
  redirect(functions, { SCENES_URL: stacUrl, SCENES_HOSTS: endpoint, SCENES_SOURCE: 'stand-in' });
  const why = standInReason(upstreams, host);
  log(`satellite scenes are four real ones laid at every place, ${why}; their upstream is stand-in`);
  return standIn;
}
