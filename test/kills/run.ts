import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../../bench/temporary-folder.ts';
import { killUnderUploads } from './kill-under-uploads.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});

const temporary = temporaryFolder();
try {
  const figures = await killUnderUploads({
    dataDir: join(temporary.path, 'state'),
    kills: Number(values.kills),
    seed: Number(values.seed),
    log: console.info,
  });
  console.info(figures);
  if (figures.failed.length + figures.waiting.length > 0) process.exitCode = 1;
} finally {
  temporary.remove();
}
