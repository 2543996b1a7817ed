import { relative } from 'node:path';
import { shellWord } from '../shell-word.ts';

/** Where a Furrow runs that commands are to reach. */
interface Running {
  baseUrl: string;
  /** The project's folder, in which the commands are pasted. */
  projectDir: string;
  /** The state directory. */
  dataDir: string;
}

/**
 * Commands for a POSIX shell with curl, in the project's folder: sign in, upload a harvest, save its yield map, ask SQL about its points. They are to be
 * pasted in order, and may be run again.
 */
export function firstCommands({ baseUrl, projectDir, dataDir }: Running): string[] {
  const isUsual = relative(projectDir, dataDir) === '.furrow';
  const demo = (step: string) => `npx furrow demo ${step}${isUsual ? '' : ` --data-dir ${shellWord(dataDir)}`}`;
  return [
    `TOKEN=$(${demo('sign-in')})`,
    demo('upload'),
    demo('map yield.png'),
    `curl -s ${baseUrl}/services/pointlake/api/v2/query -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' \\
  -d 'SELECT crop, COUNT(*) AS points, ROUND(SUM(area) / 1e4, 2) AS hectares, ROUND(AVG(harvestMoisture), 1) AS moisture
      FROM points WHERE operationType = "harvested" GROUP BY crop'`,
  ];
}
