/** Hashes and checks passwords; deliberately slow. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Takes as long for an absent hash as for a wrong password, so that the response time does not reveal whether a
   * username exists.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

/** Minimum length of a password. */
export const shortestPassword = 10;
export const maxPassword = 1_024;
