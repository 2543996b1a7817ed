import { expect, test } from 'vitest';
import { firstCommands } from '../../bin/commands/welcome/first-commands.ts';
import { demoFiles, demoUserId } from '../../local/demo/demo-owner.ts';
import { read } from '../house/tree.ts';

/** Output of a start with default settings, but with the folder of the README's reader, who stands in the project's. */
const printed = firstCommands(
  'http://127.0.0.1:3000',
  {
    svcUserId: demoUserId,
    sampleFile: `.furrow/${demoFiles.sampleFile}`,
    signInFile: `.furrow/${demoFiles.signInFile}`,
  },
  { hasFarm: true },
);

test('the README shows the commands that a start prints', () => {
  expect(read('README.md')).toContain(`\`\`\`sh\n${printed.join('\n\n')}\n\`\`\`\n`);
});
