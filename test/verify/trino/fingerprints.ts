import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import type { Outcome } from '../compare.ts';

/** Google's own FarmHash, compiled for Node. */
const version = '5.0.1';
const atOnce = 5_000;

type Run = (text: string) => Promise<Outcome>;

/**
 * Compares fingerprints of pseudo-random bytes, 0 to 300 of them, and of texts of their hexadecimal digits, with FarmHash itself. Prints
 * the first differences.
 *
 * @returns the number of differences.
 */
export async function wrongFingerprints(seed: number, count: number, engines: Readonly<Record<string, Run>>) {
  const { fingerprint64 } = installedFarmHash();
  const signed = (value: string | Buffer) => String(BigInt.asIntN(64, BigInt(fingerprint64(value))));
  let wrong = 0;
  for (let from = seed; from < seed + count; from += atOnce) {
    const text = query(from, Math.min(from + atOnce, seed + count) - 1);
    for (const [engine, run] of Object.entries(engines)) {
      const outcome = await run(text);
      if ('problem' in outcome) throw new Error(`${engine}: ${outcome.problem}`);
      for (const [hex, ofBytes, ofText] of outcome.rows) {
        const bytes = Buffer.from(String(hex), 'hex');
        if (String(ofBytes) === signed(bytes) && String(ofText) === signed(String(hex))) continue;
        wrong += 1;
        if (wrong <= 5) console.log(`${engine}: ${ofBytes} and ${ofText} of ${hex}`);
      }
    }
    console.log(`${from + atOnce - seed} bytes, and as many texts, ${wrong} wrong`);
  }
  return wrong;
}

/** A query whose bytes the engine makes itself: a text of them would be longer than a query may be. */
function query(first: number, last: number): string {
  const hashes = [0, 1, 2, 3, 4].map((part) => `TO_HEX(SHA512(FORMAT('%d-${part}', i)))`).join(', ');
  const digits = `SELECT SUBSTR(CONCAT(${hashes}), 1, 2 * MOD(i, 301)) AS h FROM UNNEST(GENERATE_ARRAY(${first}, ${last})) AS i`;
  return `SELECT h, FARM_FINGERPRINT(FROM_HEX(h)), FARM_FINGERPRINT(h) FROM (${digits})`;
}

function installedFarmHash(): { fingerprint64(value: string | Buffer): bigint | string } {
  const folder = cacheFolder(`farmhash-${version}`);
  if (!existsSync(join(folder, 'node_modules/farmhash/package.json'))) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    execFileSync(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `farmhash@${version}`],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  }
  return createRequire(join(folder, 'package.json'))('farmhash');
}
