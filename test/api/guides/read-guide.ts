import { readFileSync } from 'node:fs';

/** A step of a guide: commands, and the JSON that the page shows as their response. */
export interface Step {
  heading: string;
  commands: string;
  answer?: unknown;
}

/** The steps of a Markdown page: its blocks of `sh`, each with the block of `json` that follows it. Other blocks are not run. */
export function readGuide(path: string): Step[] {
  const steps: Step[] = [];
  let heading = '';
  const page = readFileSync(path, 'utf8');
  for (const [, title, language, text = ''] of page.matchAll(/^## (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    if (title) heading = title;
    const last = steps.at(-1);
    if (language === 'sh') steps.push({ heading, commands: text });
    if (language === 'json' && last) last.answer = JSON.parse(text);
  }
  return steps;
}
