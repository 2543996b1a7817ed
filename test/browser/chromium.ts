import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Flags: a container run as root has no sandbox; the rest keeps the browser from calling other servers. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of the first browser on PATH, or undefined. */
function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const executablePath = findBrowser();

/** The reason why there is no browser; undefined where there is one. */
export const noBrowser = executablePath
  ? undefined
  : `skipped: none of ${names.join(', ')} is on PATH (on Debian: apt-get install chromium)`;

if (noBrowser) console.log(`test/browser ${noBrowser}`);

/** Starts the browser that was found. */
export function launchBrowser(): Promise<Browser> {
  if (!executablePath) throw new Error(noBrowser);
  return chromium.launch({ executablePath, args: flags });
}
