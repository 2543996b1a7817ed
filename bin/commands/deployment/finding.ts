/** What a look at the account has found. */
export interface Finding {
  /** `stops` a deployment, which would fail or refuse requests; a `note` is for the operator to judge. */
  weight: 'stops' | 'note' | 'fine';
  /** What was found, and what to do about it. */
  lines: readonly string[];
}

export const stops = (...lines: string[]): Finding => ({ weight: 'stops', lines });
export const fine = (...lines: string[]): Finding => ({ weight: 'fine', lines });
export const note = (...lines: string[]): Finding => ({ weight: 'note', lines });

/**
 * Findings of a look that may be refused: an operator's role need not be allowed to read everything, and the deployment does not need it.
 *
 * @param what as part of a sentence: `the quotas of Athena`.
 */
export async function unlessRefused(what: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const { name, message } = error as Error;
    if (!/AccessDenied|NotAuthorized|Unauthorized|Forbidden/.test(name)) throw error;
    return [note(`${what} could not be read (${name}: ${message}). Look at them in the console.`)];
  }
}
