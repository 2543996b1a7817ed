import type { RerunFile } from './rerun.ts';

/** The files that `test/flaky.md` lists, one in each item. */
export function listedFlaky(page: string): string[] {
  return Array.from(page.matchAll(/^- `([^`]+)`/gm), ([, path = '']) => path);
}

/** The item for a file that failed and passed alone. */
export function flakyItem({ path, problems: [first = ''] }: RerunFile, day: string): string {
  const [name = '', message = ''] = first.split('\n').map((line) => line.trim());
  return `- \`${path}\` since ${day}: ${[name, message].filter(Boolean).join(': ')}`;
}
