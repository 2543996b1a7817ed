/** Hashes and checks passwords; slow on purpose. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for an absent hash as for a wrong password, so that time does not tell whether a username exists. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

/** Passwords that people choose are at least this long. */
export const shortestPassword = 10;
export const maxPassword = 1_024;
