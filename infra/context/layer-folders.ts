import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LayerName } from '../../functions/manifest/needs.ts';

/**
 * Where the native layers are. `placeholder` replaces both if nothing is going to be deployed; otherwise they must
 * have been made, since functions without them would refuse every file.
 */
export function layerFolders(root: string, choice: string | undefined): Record<LayerName, string> {
  if (choice === 'placeholder') {
    const placeholder = join(root, 'layers', 'placeholder');
    return { gdal: placeholder, duckdb: placeholder };
  }
  if (choice) throw new Error(`-c layers=${choice} is not known. Leave it out, or use -c layers=placeholder.`);
  const folders = { gdal: join(root, 'layers/gdal/build'), duckdb: join(root, 'layers/duckdb/build') };
  const missing = Object.entries(folders).filter(([, folder]) => !existsSync(join(folder, 'nodejs/node_modules')));
  if (missing.length === 0) return folders;
  throw new Error(
    [
      `These native layers are not built yet: ${missing.map(([name]) => name).join(', ')}. Run`,
      '',
      '    npm run layers',
      '',
      'and try again. To look at the templates without deploying them: npx cdk synth -c layers=placeholder',
    ].join('\n'),
  );
}
