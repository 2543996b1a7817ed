import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Api, ApiProblem } from '../api/client.ts';
import { type Connection, listConnections } from '../api/connections.ts';

const askAgainMilliseconds = 3_000;

export interface Connections {
  /** Undefined until they are loaded. */
  list: Connection[] | undefined;
  problem: ApiProblem | undefined;
  reload(): Promise<void>;
}

/** The user's connections. While a consent runs in another tab, they are requested every three seconds and when the page becomes visible. */
export function useConnections(api: Api, isWaiting: boolean): Connections {
  const [list, setList] = useState<Connection[]>();
  const [problem, setProblem] = useState<ApiProblem>();

  const reload = useCallback(async () => {
    try {
      setList(await listConnections(api));
      setProblem(undefined);
    } catch (error) {
      setProblem(asProblem(error));
    }
  }, [api]);

  useEffect(() => void reload(), [reload]);

  useEffect(() => {
    if (!isWaiting) return;
    const look = () => void (document.visibilityState === 'visible' && reload());
    const timer = setInterval(look, askAgainMilliseconds);
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting, reload]);

  return { list, problem, reload };
}

export function asProblem(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : new ApiProblem(0, 'unexpected', String(error));
}
