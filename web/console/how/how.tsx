import './how.css';
import { useId, useRef, useState } from 'preact/hooks';
import type { Question } from './question.ts';
import { type Snippet, snippetsOf } from './snippets.ts';

interface HowProps {
  question: Question;
  /** What the number is, such as `Yield inside the zone`. */
  of: string;
  /** The number as it is shown. */
  value: string;
  /** URL above `/services`. */
  base: string;
}

/** A button under a number, which shows the SQL, the curl and the TypeScript that give it. */
export function How({ question, of, value, base }: HowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const title = useId();
  const open = () => {
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" class="how" aria-haspopup="dialog" aria-label={`How: ${of}`} onClick={open}>
        how
      </button>
      <dialog ref={dialog} class="how-dialog" aria-labelledby={title} onClose={() => setOpen(false)}>
        {isOpen && (
          <>
            <header>
              <h2 id={title}>
                {of}: {value}
              </h2>
              <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
                Close
              </button>
            </header>
            <p class="hint">
              Each of these gives the same number. <code>TOKEN</code> is an access token of yours; save the TypeScript
              as <code>number.mts</code> and run <code>npx tsx number.mts</code>.
            </p>
            {snippetsOf(question, base).map((snippet) => (
              <Code key={snippet.language} {...snippet} />
            ))}
          </>
        )}
      </dialog>
    </>
  );
}

function Code({ language, code }: Snippet) {
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  return (
    <section class="snippet">
      <h3>{language}</h3>
      <button type="button" class="button plain" onClick={copy}>
        Copy<span class="visually-hidden"> the {language}</span>
      </button>
      <span class="hint" role="status">
        {copied === 'yes' && 'Copied.'}
        {copied === 'no' && 'The browser does not allow it: select the text instead.'}
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only what has the focus */}
      <pre tabIndex={0} data-language={language}>
        <code>{code}</code>
      </pre>
    </section>
  );
}
