import { expect, test, vi } from 'vitest';
import { needsOf } from '../../../functions/manifests.ts';
import { plainText } from '../../../infra/release/plain-text.ts';
import { maxSweepItems, sweepItemSeconds, sweepKinds } from '../../../infra/settings/sweep-items.ts';
import { withId } from '../resources.ts';
import { templates } from '../synthesize.ts';

test('the sweep looks for as many kinds of work as its arithmetic says, and ends in time with the most of each', async () => {
  const { Variables } = withId(templates().workers, 'SweepFunction').properties.Environment;
  for (const [name, value] of Object.entries(plainText(Variables) as Record<string, string>)) vi.stubEnv(name, value);
  const { parts } = await import('../../../functions/jobs/sweep/index.ts');
  vi.unstubAllEnvs();
  expect(Object.keys(parts)).toHaveLength(sweepKinds);
  expect(maxSweepItems * sweepKinds * sweepItemSeconds).toBeLessThan(0.8 * needsOf('sweep').timeoutSeconds);
});
