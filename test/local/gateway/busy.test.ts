import { expect, it } from 'vitest';
import { sampleApi } from './sample-api.ts';

it('a request that no instance is free for in time is a problem that says when to send it again, and no 500', async () => {
  const api = await sampleApi(['ANY /things'], { instances: 1, maxWaitMilliseconds: 100 });
  try {
    const get = (what: string) => fetch(`${api.endpoint}/things`, { headers: { 'x-do': what } });
    const slow = get('slow');
    await expect.poll(() => api.invocations()).toBe(1);
    const response = await get('text');
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      type: 'urn:furrow:problem:unavailable',
      status: 503,
      path: '/things',
      requestId: expect.any(String),
      detail: expect.stringContaining('again in 5 seconds'),
    });
    expect((await slow).status).toBe(200);
    expect((await get('text')).status).toBe(200);
  } finally {
    await api.close();
  }
});
