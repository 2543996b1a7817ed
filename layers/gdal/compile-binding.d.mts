/** For TypeScript what compile-binding.mjs tells in JSDoc; that file itself runs before any package is installed. */
export function missingCompilers(env: NodeJS.ProcessEnv): string[];

export function compileBinding<Outcome>(
  wanted: { root: string; env: NodeJS.ProcessEnv; library?: string; isQuick?: boolean; node?: string },
  run: (program: { command: string[]; cwd: string; env: NodeJS.ProcessEnv }) => Promise<Outcome>,
): Promise<Outcome>;
