import worker from './points-worker.ts?worker&url';

/**
 * Starts the worker that reads layers. A browser starts none from another origin, where components in an owner's page come from, but a script of
 * the page may import it. A page whose policy forbids that gets an error event.
 */
export function startPointsWorker(): Worker {
  const url = new URL(worker, import.meta.url);
  if (url.origin === location.origin) return new Worker(url, { type: 'module' });
  const script = URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' }));
  return new Worker(script, { type: 'module' });
}
