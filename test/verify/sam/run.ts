import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runFurrow } from '../../../bin/commands/run-furrow.ts';
import { startEmbeddedCloud } from '../../embedded-cloud.ts';
import { pythonWith } from '../python.ts';

/* Has the SAM CLI validate and lint (by cfn-lint) the templates that `npx furrow sam-env` writes. Ends with 1 when it finds something. */
const python = pythonWith('sam', ['aws-sam-cli==1.170.0']);
const { description, close } = await startEmbeddedCloud();
if ('problem' in description) throw new Error(description.problem);
const out = mkdtempSync(join(tmpdir(), 'furrow-sam-'));
try {
  await runFurrow(['sam-env', '--data-dir', description.dataDir, '--out', out], {});
  const templates = readdirSync(out).filter((name) => name.endsWith('.template.json'));
  const failed = templates.filter((name) => {
    const words = ['validate', '--lint', '--template', join(out, name), '--region', 'us-east-1'];
    const env = { ...process.env, SAM_CLI_TELEMETRY: '0' };
    return spawnSync(join(dirname(python), 'sam'), words, { stdio: 'inherit', env }).status !== 0;
  });
  console.log(failed.length === 0 ? `SAM takes ${templates.length} templates.` : `FAILED: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 && templates.length > 0 ? 0 : 1;
} finally {
  await close();
  rmSync(out, { recursive: true, force: true });
}
