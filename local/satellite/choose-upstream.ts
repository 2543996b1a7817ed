import type { CloudPlan } from '../template/plan.ts';
import { answers, type UpstreamOptions } from '../upstreams.ts';
import { type SatelliteStandIn, startSatelliteStandIn } from './start-stand-in.ts';

/**
 * Has functions ask the public catalogue of satellite scenes, or a stand-in that is started here and answered; says in one line which. Undefined
 * when the catalogue is asked, or no function asks for scenes.
 *
 * @param isOpen whether searches find anything before the control port opens the stand-in.
 */
export async function chooseScenes(
  { functions }: Pick<CloudPlan, 'functions'>,
  { upstreams, now, log, isOpen }: UpstreamOptions & { isOpen: boolean },
): Promise<SatelliteStandIn | undefined> {
  const asking = functions.filter(({ environment }) => 'SCENES_URL' in environment);
  const address = asking[0]?.environment.SCENES_URL;
  if (address === undefined) return undefined;
  const { host } = new URL(address);
  const isPublic = upstreams === 'public' || (upstreams === undefined && (await answers(address)));
  if (isPublic) {
    log(`satellite scenes come from ${host}, which is told cells of one degree and which blocks of its files are read`);
    return undefined;
  }
  const standIn = await startSatelliteStandIn({ now, isOpen });
  for (const { environment } of asking) {
    environment.SCENES_URL = standIn.stacUrl;
    environment.SCENES_HOSTS = standIn.endpoint;
    environment.SCENES_SOURCE = 'stand-in';
  }
  const why = upstreams === 'local' ? 'as FURROW_UPSTREAMS asks' : `since ${host} does not answer`;
  log(`satellite scenes are four real ones laid at every place, ${why}; their upstream is stand-in`);
  return standIn;
}
