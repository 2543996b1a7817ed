import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '../../domain/boundary-files/problem.ts';
import { refusedSet } from '../../domain/boundary-files/recognise-sets.ts';
import { boundariesOf } from '../../domain/uploads/route-sets.ts';
import { unpackArchive } from '../archives/archive.ts';
import { groundsOf } from '../archives/grounds.ts';
import { sniff } from '../archives/sniff.ts';
import { withHeads } from '../machine-files/open-sets.ts';
import { soilAmong } from '../soil/soil-among.ts';
import { type FindSets, withProblems } from './open-boundary-file.ts';

/**
 * Finds the boundaries of an upload of any kind, and whether it holds machine data and soil results. The number of files is not limited
 * while unpacking, since there may be any number of machine files.
 */
export const findAmongAnything: FindSets = async (path, name, workDir, limits) => {
  const { size: bytes } = await stat(path);
  const kind = await sniff(path);
  const unpacked =
    kind === 'zip'
      ? await unpackArchive(path, name, join(workDir, 'unpacked'), limits)
      : { files: [{ name, path, bytes, kind }], problems: [], stopped: false };
  if (unpacked.stopped) return { sets: [refusedSet(name, unpacked.problems)] };
  const files = await withHeads(unpacked.files);
  const soil = await soilAmong(files);
  const routed = boundariesOf(files, await groundsOf(files), name, soil);
  const hasSoilResults = soil.size > 0;
  const sets = withProblems(routed.sets, unpacked, name, limits);
  if (sets.length > 0 || routed.hasMachineData || hasSoilResults) return { ...routed, hasSoilResults, sets };
  return { sets: [refusedSet(name, [problem('archiveEmpty', { file: name })])] };
};
