import { useId, useState } from 'preact/hooks';
import { useSpeech } from '../components/use-language.tsx';
import { filled } from '../text/texts.ts';

const key = 'furrow-intro-hidden';

/** Whether the card was dismissed for good in this browser. */
export function isIntroHidden(): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}

/** States who owns the data, before anything is uploaded. */
export function IntroCard({ companyName, understood }: { companyName: string | undefined; understood(): void }) {
  const { texts } = useSpeech();
  const [hide, setHide] = useState(false);
  const id = useId();
  const go = () => {
    try {
      if (hide) localStorage.setItem(key, 'true');
    } catch {
      // Without storage in the browser, the card appears again.
    }
    understood();
  };
  return (
    <section class="intro">
      <svg class="intro-picture" viewBox="0 0 64 64" aria-hidden="true">
        <path class="shield" d="M32 5 10 13v17c0 14 9 24 22 29 13-5 22-15 22-29V13z" />
        <path class="sprout" d="M32 46V28m0 6c-8 0-11-4-11-10 7 0 11 3 11 10zm0-5c0-7 4-10 11-10 0 6-3 10-11 10z" />
      </svg>
      <div class="stack">
        <h2>{texts.upload.introTitle}</h2>
        <p>{filled(texts.upload.introText, { company: companyName ?? texts.connect.someone })}</p>
        <label class="check" for={id}>
          <input
            id={id}
            type="checkbox"
            checked={hide}
            onChange={({ currentTarget }) => setHide(currentTarget.checked)}
          />
          {texts.upload.introHide}
        </label>
        <button type="button" class="button" onClick={go}>
          {texts.upload.introContinue}
        </button>
      </div>
    </section>
  );
}
