import { useMemo, useRef } from 'preact/hooks';
import { type Access, type Api, apiOf } from '../api/client.ts';

/** Calls with whichever key the component has now: one that is renewed interrupts nothing. */
export function useApi({ base, apiKey, svcUser }: Access): Api {
  const newest = useRef(apiKey);
  newest.current = apiKey;
  return useMemo(() => apiOf({ base, svcUser, key: () => newest.current }), [base, svcUser]);
}
