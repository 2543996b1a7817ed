import { h } from 'preact';
import { useState } from 'preact/hooks';

interface PlaygroundProps {
  base: string;
  demoKey(): Promise<{ apiKey: string; svcUser: string } | undefined>;
}

const locales = ['en_US', 'pt_BR', 'es_ES', 'fr_FR'];
const tags = ['furrow-connect', 'furrow-upload'] as const;
const maxEvents = 12;

/** Both components with their properties and their events. */
export function Playground({ base, demoKey }: PlaygroundProps) {
  const [keys, setKeys] = useState({ apiKey: '', svcUser: '' });
  const [locale, setLocale] = useState('en_US');
  const [isDarkMode, setDark] = useState(false);
  const [companyName, setCompany] = useState('Prairie Advisers');
  const [tag, setTag] = useState<(typeof tags)[number]>('furrow-connect');
  const [problem, setProblem] = useState('');
  const [events, setEvents] = useState<{ id: number; text: string }[]>([]);

  const hear = (event: CustomEvent) => {
    const text = `${event.type} ${JSON.stringify(event.detail)}`;
    setEvents((all) => [{ id: (all[0]?.id ?? 0) + 1, text }, ...all].slice(0, maxEvents));
  };
  const fill = async () => {
    const made = await demoKey();
    if (made) setKeys(made);
    setProblem(made ? '' : 'There is no demo user here: create a key with POST /api-keys, and enter it.');
  };
  const shown = {
    ...keys,
    baseUrl: base,
    locale,
    isDarkMode,
    companyName,
    onprovidersConnected: hear,
    onproviderWidgetStatus: hear,
    onsvcBatchIds: hear,
  };

  return (
    <div class="playground">
      <header>
        <h1>Components</h1>
        <p>
          The same pages that links open, for pages of your own. They act for one service user, with an API key that
          your server makes.
        </p>
        <pre>
          <code>{snippet(tag, base)}</code>
        </pre>
      </header>
      <form class="card settings" aria-label="Properties" onSubmit={(event) => event.preventDefault()}>
        <Text label="apiKey" value={keys.apiKey} change={(apiKey) => setKeys({ ...keys, apiKey })} />
        <Text label="svcUser" value={keys.svcUser} change={(svcUser) => setKeys({ ...keys, svcUser })} />
        <Text label="companyName" value={companyName} change={setCompany} />
        <Choice label="component" value={tag} options={tags} change={(value) => setTag(value)} />
        <Choice label="locale" value={locale} options={locales} change={setLocale} />
        <label class="check">
          <input
            type="checkbox"
            checked={isDarkMode}
            onChange={({ currentTarget }) => setDark(currentTarget.checked)}
          />
          isDarkMode
        </label>
        <button type="button" class="button quiet" onClick={() => void fill()}>
          Make a key for the demo user
        </button>
        {problem && (
          <p class="alert" role="alert">
            {problem}
          </p>
        )}
      </form>
      <main>{keys.apiKey && keys.svcUser ? h(tag, shown) : <p class="nothing">Enter a key and a user.</p>}</main>
      <section aria-labelledby="events">
        <h2 id="events">Events</h2>
        <ol class="events">
          {events.map(({ id, text }) => (
            <li key={id}>
              <code>{text}</code>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Text({ label, value, change }: { label: string; value: string; change(value: string): void }) {
  return (
    <label>
      {label}
      <input value={value} autocomplete="off" onInput={({ currentTarget }) => change(currentTarget.value)} />
    </label>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly T[];
  change(value: T): void;
}

function Choice<T extends string>({ label, value, options, change }: ChoiceProps<T>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}

function snippet(tag: string, base: string): string {
  return `<script type="module" src="${base}/web/components.js"></script>
<${tag} api-key="…" svc-user="…" company-name="…"></${tag}>`;
}
