/*
 * Records the release that is being made, for the next one to be compared with, and for ways back to it: `infra/release/releases/<number>.json`.
 * Run it when a release is deployed, not before: `npm run release:record -- <cdk.out of prod>`. With a number behind it, that one is written anew.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRelease } from './release.ts';

const [assembly, number] = process.argv.slice(2);
if (!assembly) throw new Error('Say which folder holds the templates: npm run release:record -- cdk.out');
const folder = fileURLToPath(new URL('releases', import.meta.url));
const name = `${number ?? readdirSync(folder).length}.json`;
writeFileSync(`${folder}/${name}`, `${JSON.stringify(readRelease(assembly), null, 2)}\n`);
console.log(`infra/release/releases/${name}`);
