/** Makes short-lived addresses, on another origin and without a bearer token, of files that the caller may read. */
export interface Downloads {
  /** `expiresAt` in milliseconds. */
  address(key: string, fileName: string): Promise<{ url: string; expiresAt: number }>;
}
