import type { DemoOwner } from '../../../local/demo/demo-owner.ts';
import { firstCommands } from './first-commands.ts';

/** The text printed after a start, with commands to try. */
export function welcome(baseUrl: string, demo: DemoOwner, { hasFarm }: { hasFarm: boolean }): string {
  const what = hasFarm
    ? `A sample farm is brought in the background: fields, and a harvest and an application that real machines recorded.
Sign in, list its fields, show the weather there, save a picture of how green one of them is, save the yield map of
the harvest, and ask SQL about its points:`
    : `Sign in, upload field boundaries, list the fields found in them, show the weather there, register one of them for
satellite images, and save a picture of how green it is:`;
  return `
  base_url     ${baseUrl}
  base_url_v2  ${baseUrl}/v2
  auth_url     ${baseUrl}/auth
  docs         ${baseUrl}/docs

  demo owner   ${demo.username}
  password     ${demo.password}
  client_id    ${demo.clientId}

${what}

${firstCommands(baseUrl, demo, { hasFarm }).join('\n\n')}
`;
}
