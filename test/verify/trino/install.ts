import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cacheFolder } from '../cache-folder.ts';

const version = '476';
const name = `trino-server-${version}`;
const plugins = ['hive', 'geospatial'];
const central = 'https://repo1.maven.org/maven2';

/**
 * The folder of a Trino server with the required plugins, fetched from Maven Central once: by Maven, which knows its user's mirrors, or
 * without Maven from Central itself, or from the mirror in MAVEN_MIRROR.
 *
 * @throws Error that says what to do.
 */
export async function installedTrino(): Promise<string> {
  const cache = cacheFolder();
  const server = join(cache, name);
  if (existsSync(server)) return server;
  const scratch = mkdtempSync(join(cache, 'new-'));
  try {
    console.log(`Fetching Trino ${version} (820 MB) into ${cache} …`);
    const archive = join(scratch, `${name}.tar.gz`);
    if (process.env.MAVEN_MIRROR || spawnSync('mvn', ['-v']).error) await download(archive);
    else copyByMaven(scratch);
    execFileSync('tar', ['-xzf', archive, '-C', scratch]);
    // The files are links to one another, so that all of them have to exist before some are deleted.
    const all = join(scratch, name);
    for (const plugin of readdirSync(join(all, 'plugin'))) {
      if (!plugins.includes(plugin)) rmSync(join(all, 'plugin', plugin), { recursive: true });
    }
    for (const part of ['bin', 'secrets-plugin']) rmSync(join(all, part), { recursive: true, force: true });
    renameSync(all, server);
    return server;
  } catch (cause) {
    throw new Error(
      `Trino ${version} could not be fetched. Run this again where Maven or Maven Central can be reached.`,
      {
        cause,
      },
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function copyByMaven(folder: string): void {
  const artifact = `io.trino:trino-server:${version}:tar.gz`;
  execFileSync('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function download(path: string): Promise<void> {
  const url = `${process.env.MAVEN_MIRROR ?? central}/io/trino/trino-server/${version}/${name}.tar.gz`;
  const wanted = (await text(`${url}.sha1`)).trim().slice(0, 40);
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url} answers ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path));
  const hash = createHash('sha1');
  await pipeline(createReadStream(path), hash);
  if (hash.digest('hex') !== wanted) throw new Error(`what came from ${url} is not what its sum says`);
}

async function text(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer.text();
}
