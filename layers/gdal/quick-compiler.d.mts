/** For TypeScript what quick-compiler.mjs tells in JSDoc; that file itself runs before any package is installed. */
export function quickCompiler(folder: string): Record<string, string>;
