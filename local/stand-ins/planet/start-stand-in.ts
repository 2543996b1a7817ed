import { type StandIn, startStandIn } from '../stand-in-server.ts';
import { answerOf, type PlanetMemory } from './answers.ts';

export interface PlanetStandIn extends StandIn {
  /** While it is closed, searches find nothing; orders and files still work. */
  setOpen(isOpen: boolean): void;
}

/**
 * Imitates Planet on loopback: the Data API's quick search and the Orders API without delivery, with files at signed URLs. Its scenes reuse the pixels of those in `assets/satellite`, scaled to
 * 3 m. Orders last as long as the process.
 */
export async function startPlanetStandIn({
  now,
  isOpen = true,
}: {
  now(): number;
  isOpen?: boolean;
}): Promise<PlanetStandIn> {
  const memory: PlanetMemory = { orders: [], searches: new Map() };
  let open = isOpen;
  const standIn = await startStandIn((request) => answerOf(request, memory, now(), open));
  const setOpen = (is: boolean) => {
    open = is;
  };
  return { ...standIn, setOpen };
}
