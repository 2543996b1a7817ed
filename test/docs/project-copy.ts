import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT } from '../house/tree.ts';

/** A copy of the sources, for tests that change them as a page says. Paths are relative to its folder. */
export interface ProjectCopy {
  folder: string;
  read(file: string): string;
  write(file: string, content: string): void;
  /** @throws Error if the file does not have the text. */
  replace(file: string, text: string, by: string): void;
  remove(): void;
}

const left = new Set(['.git', '.furrow', 'node_modules', 'dist', 'cdk.out', 'coverage', 'test', 'bench']);

/** @example const project = projectCopy(); // and project.remove() at the end */
export function projectCopy(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-copy-'));
  for (const name of readdirSync(PROJECT)) {
    if (!left.has(name)) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  return {
    folder,
    read,
    write,
    replace(file, text, by) {
      const before = read(file);
      if (!before.includes(text)) throw new Error(`${file} does not have ${JSON.stringify(text)}`);
      write(
        file,
        before.replace(text, () => by),
      );
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
