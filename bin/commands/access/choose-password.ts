import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';

/** The password from standard input, or a random one. It is never an argument, since other users of the machine can read arguments. */
export async function choosePassword(fromStandardInput: boolean): Promise<{ password: string; note: string }> {
  if (fromStandardInput) return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), note: '' };
  const password = randomBytes(12).toString('base64url');
  return { password, note: `, password ${password}` };
}

export const passwordOption = {
  type: 'boolean',
  description: 'read the password from standard input instead of generating one',
} as const;
