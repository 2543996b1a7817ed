import { useEffect, useState } from 'preact/hooks';
import type { Finding } from '../api/uploads.ts';
import { useSpeech } from '../components/use-language.tsx';
import type { FindingKind } from '../text/finding-kinds.ts';
import { isolated } from '../text/isolated.ts';

const maxFindings = 20;
const maxFiles = 5;

/** The findings of an upload: in English with the texts of the service, in other languages by kind with their counts. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { language, texts, number } = useSpeech();
  /** The texts of a language other than English; null if they could not be loaded. */
  const [said, setSaid] = useState<typeof import('../text/finding-kinds.ts') | null>();
  useEffect(() => {
    if (language !== 'en') import('../text/finding-kinds.ts').then(setSaid, () => setSaid(null));
  }, [language]);
  if (language !== 'en' && said === undefined) return null;
  const words = said?.findingWords(language);
  const kindIn = ({ code }: Finding) => (words ? said?.kindOf(code) : undefined);
  const shown = distinct(findings.filter((finding) => kindIn(finding) === undefined));
  const byKind = new Map<FindingKind, Finding[]>();
  for (const finding of findings) {
    const kind = kindIn(finding);
    if (kind) byKind.set(kind, [...(byKind.get(kind) ?? []), finding]);
  }
  const groups = [...byKind].sort(([, a], [, b]) => rankOf(a) - rankOf(b));
  return (
    <div class="findings">
      <h3>{texts.upload.why}</h3>
      <ul>
        {groups.map(([kind, all]) => (
          <li key={kind} class={rankOf(all) === 0 ? 'error' : 'warning'}>
            {words?.[kind]} <span>{[`${number(all.length)} ×`, ...locationsOf(all).map(isolated)].join(' · ')}</span>
          </li>
        ))}
        {shown.map(({ message, hint, severity }) => (
          <li key={message} class={severity} lang="en">
            {message} <span>{hint}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Files, each with the numbers of its features. */
function locationsOf(findings: readonly Finding[]): string[] {
  const files = [...new Set(findings.map(({ file }) => file))];
  const named = files.slice(0, maxFiles).map((file) => {
    const features = findings.flatMap(({ feature, file: own }) => (feature && own === file ? [feature] : []));
    return features.length > 0 ? `${file} (${shortened(features)})` : file;
  });
  return files.length > maxFiles ? [...named, '…'] : named;
}

function shortened(features: readonly number[]): string {
  return [...features.slice(0, maxFiles), ...(features.length > maxFiles ? ['…'] : [])].join(', ');
}

const rankOf = (findings: readonly Finding[]) => (findings.some(({ severity }) => severity === 'error') ? 0 : 1);

/** Groups findings, since a hundred fields may have the same problem; errors come first. */
function distinct(findings: readonly Finding[]): Finding[] {
  const byMessage = new Map(findings.map((finding) => [finding.message, finding]));
  return [...byMessage.values()].sort((a, b) => rankOf([a]) - rankOf([b])).slice(0, maxFindings);
}
