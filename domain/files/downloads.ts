/** Creates short-lived URLs, on another origin and without a bearer token, for files that the caller may read. */
export interface Downloads {
  /** `expiresAt` in milliseconds. */
  address(key: string, fileName: string): Promise<{ url: string; expiresAt: number }>;
}
