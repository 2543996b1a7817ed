/*
 * `npm run deploy -- -c environment=prod …`: looks whether the account can take the deployment, and deploys all stacks if it can. The arguments are
 * those of `npx cdk deploy --all`.
 */
import { spawn } from 'node:child_process';
import { runFurrow } from './commands/run-furrow.ts';

const given = process.argv.slice(2);
const settings = given.flatMap((word, index) => {
  if (word === '-c' || word === '--context') return ['-c', given[index + 1] ?? ''];
  const [, setting] = /^(?:-c=?|--context=)(.+)$/.exec(word) ?? [];
  return setting ? ['-c', setting] : [];
});

process.exitCode = await runFurrow(['preflight', ...settings], process.env);
if (process.exitCode === 0) {
  const child = spawn('npx', ['cdk', 'deploy', '--all', ...given], { stdio: 'inherit' });
  process.exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
} else console.error('Nothing was deployed. npx cdk deploy --all deploys without this look.');
