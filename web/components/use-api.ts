import { useMemo, useRef } from 'preact/hooks';
import { type Access, type Api, apiOf } from '../api/client.ts';

/** An API client that always uses the current key of the component, so that renewing a key interrupts nothing. */
export function useApi({ base, apiKey, svcUser }: Access): Api {
  const newest = useRef(apiKey);
  newest.current = apiKey;
  return useMemo(() => apiOf({ base, svcUser, key: () => newest.current }), [base, svcUser]);
}
