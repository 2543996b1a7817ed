import type { ComponentChildren } from 'preact';

/** Work that is under way. */
export function Busy({ text }: { text: string }) {
  return (
    <p class="busy" role="status">
      <span class="spinner" aria-hidden="true" /> {text}
    </p>
  );
}

/** A page, or a part of one, that has nothing else to show. @property children what one can do. */
export function Notice({ title, text, children }: { title: string; text?: string; children?: ComponentChildren }) {
  return (
    <section class="notice card">
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {children && <p>{children}</p>}
    </section>
  );
}

/** Something that failed, with a button to try it again. @property what the subject of the sentence, such as `The weather`. */
export function Failed({ what, reason, retry }: { what: string; reason: string; retry(): void }) {
  return (
    <p class="alert" role="alert">
      {what} could not be loaded: {reason}{' '}
      <button type="button" class="button plain" onClick={retry}>
        Try again
      </button>
    </p>
  );
}
