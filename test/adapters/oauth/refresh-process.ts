import { accessToken } from '../../../domain/credentials/tokens/access-token.ts';
import type { AccessAsked } from '../../../domain/credentials/tokens/token-services.ts';
import { movableClock } from '../../../local/clock.ts';
import { tokenServices } from './token-world.ts';

/*
 * A worker of its own that wants an access token. `dies` kills it as `kill -9` does: before the write of what the provider gave, or right after it.
 */
const [engine = '', provider = '', asked = '', dies = '', offset = '0'] = process.argv.slice(2);
const services = tokenServices(engine, provider, movableClock(Number(offset)));
const { keep } = services.store;
services.store.keep = async (at, refreshed) => {
  if (dies === 'before the write') process.kill(process.pid, 'SIGKILL');
  const kept = await keep(at, refreshed);
  if (dies === 'after the write') process.kill(process.pid, 'SIGKILL');
  return kept;
};
process.send?.(await accessToken(JSON.parse(asked) as AccessAsked, services));
process.exit();
