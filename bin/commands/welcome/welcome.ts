import { resolve } from 'node:path';
import type { DemoOwner } from '../../../local/demo/demo-owner.ts';
import { shellWord } from '../shell-word.ts';
import { firstCommands } from './first-commands.ts';

/** The text printed after a start, with commands to try. */
export function welcome(running: Parameters<typeof firstCommands>[0], demo: DemoOwner): string {
  const { baseUrl, projectDir } = running;
  return `
  base_url     ${baseUrl}
  base_url_v2  ${baseUrl}/v2
  auth_url     ${baseUrl}/auth
  docs         ${baseUrl}/docs

  demo owner   ${demo.username}
  password     ${demo.password}
  client_id    ${demo.clientId}

Sign in, upload a harvest that a real machine recorded, save its yield map, and ask SQL about its points, in another terminal:

cd ${shellWord(resolve(projectDir))}

${firstCommands(running).join('\n\n')}
`;
}
