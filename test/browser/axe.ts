import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Found {
  violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[];
}

/** Loads axe into every document that this page will open; the pages' own policy allows no script from elsewhere. */
export const withAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: axe.source });

/** Findings of axe in a page, shadow roots included, as lines. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<Found> } };
    return axe.run();
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${JSON.stringify(target)} ${failureSummary ?? ''}`),
  );
}
