import { useEffect, useState } from 'preact/hooks';

/**
 * A script that is loaded when a component is shown, so that the page is there before it.
 *
 * @param load always imports the same module.
 * @returns undefined until it is there, and null where it cannot be loaded.
 */
export function useLoaded<Module>(load: () => Promise<Module>): Module | null | undefined {
  const [loaded, setLoaded] = useState<Module | null>();
  useEffect(() => {
    load().then(setLoaded, () => setLoaded(null));
  }, []);
  return loaded;
}
