import { render } from 'preact';
import './link.css';
import { bestLanguage } from '../text/languages.ts';
import { textsOf } from '../text/texts.ts';
import { LinkPage } from './link-page.tsx';
import { keptSession, openSession, reasonOf } from './session.ts';

const { base = '' } = document.body.dataset;
const linkId = decodeURIComponent(location.pathname.slice(location.pathname.lastIndexOf('/') + 1));
const language = bestLanguage(navigator.languages);
const texts = textsOf(language);
const page = document.querySelector('#page') as HTMLElement;

async function start(): Promise<void> {
  try {
    const session = await openSession(base, linkId);
    await (session.link.widget === 'FILEUPLOAD' ? loadUpload() : loadConnect());
    document.title = texts.link.title;
    document.documentElement.lang = language;
    page.replaceChildren();
    render(<LinkPage base={base} linkId={linkId} first={session} texts={texts} />, page);
    page.removeAttribute('aria-busy');
  } catch (error) {
    fail(reasonOf(error));
  }
}

/** Each page loads only its own component. */
const loadUpload = async () => (await import('../upload/furrow-upload.tsx')).defineUpload();
const loadConnect = async () => (await import('../connect/furrow-connect.tsx')).defineConnect();

function fail(reason: ReturnType<typeof reasonOf>): void {
  const { title, text } = texts.link[reason];
  document.title = title;
  page.removeAttribute('aria-busy');
  page.replaceChildren();
  render(
    <main class={`card notice notice-${reason}`}>
      <div class="mark" aria-hidden="true" />
      <h1>{title}</h1>
      <p>{text}</p>
      {reason === 'failed' && (
        <button type="button" class="button" onClick={() => location.reload()}>
          {texts.link.tryAgain}
        </button>
      )}
    </main>,
    page,
  );
}

// The page already says that a link is used up, unless this tab has used it.
if (page.dataset.state === 'open' || keptSession(linkId)) void start();
