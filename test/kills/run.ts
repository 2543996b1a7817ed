import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../../bench/temporary-folder.ts';
import { killUnderUploads } from './kill-under-uploads.ts';
import { killUnderWebhooks } from './kill-under-webhooks.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    webhooks: { type: 'string' },
  },
});

const temporary = temporaryFolder();
try {
  const given = {
    dataDir: join(temporary.path, 'state'),
    kills: Number(values.kills),
    seed: Number(values.seed),
    log: console.info,
  };
  if (values.webhooks === undefined) {
    const figures = await killUnderUploads(given);
    console.info(figures);
    if (figures.failed.length + figures.waiting.length > 0) process.exitCode = 1;
  } else {
    const figures = await killUnderWebhooks({ ...given, events: Number(values.webhooks) });
    console.info(figures);
    if (figures.lost.length > 0) process.exitCode = 1;
  }
} finally {
  temporary.remove();
}
