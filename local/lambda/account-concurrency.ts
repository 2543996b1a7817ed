/** The concurrent executions of an account, which all of its functions share. */
export interface AccountConcurrency {
  /** Runs an invocation unless the account runs as many as it may; undefined then, and nothing has begun. */
  run<T>(invocation: () => Promise<T>): Promise<T> | undefined;
}

/**
 * Lambda refuses an invocation beyond the account's concurrent executions, whatever its function: a request gets 503, messages come back.
 *
 * @example accountConcurrency(1000).run(() => runner.run(invocation))
 */
export function accountConcurrency(limit: number): AccountConcurrency {
  let underWay = 0;
  return {
    run(invocation) {
      if (underWay >= limit) return undefined;
      underWay += 1;
      return invocation().finally(() => {
        underWay -= 1;
      });
    },
  };
}
