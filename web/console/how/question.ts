/** What a number answers, from which its SQL, curl and TypeScript are made. */
export type Question =
  /** One row with one column, or a table of them. */
  | { kind: 'sql'; sql: string; column: string }
  /** A request whose answer has the number in a member. */
  | { kind: 'request'; method: 'GET' | 'POST'; path: string; body?: unknown; member: readonly (string | number)[] };

/** The path of the SQL endpoint, below the base URL. */
export const queryPath = '/services/pointlake/api/v2/query';
