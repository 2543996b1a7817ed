import { useState } from 'preact/hooks';
import type { Session } from './session.ts';

/** The form with which an owner signs in. What it asks for goes to the token endpoint of this installation and is kept nowhere. */
export function SignIn({ session, reason }: { session: Session; reason: string | undefined }) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setBusy(true);
    await session.signIn({
      username: text('username'),
      password: String(form.get('password') ?? ''),
      clientId: text('clientId'),
    });
    setBusy(false);
  };
  return (
    <section class="sign-in card" aria-labelledby="sign-in">
      <h1 id="sign-in">Sign in</h1>
      <p class="hint">
        With the username, password and client ID that your programs use for the API. The session stays in this page: it
        ends when the page is closed or reloaded.
      </p>
      {reason && (
        <p class="alert" role="alert">
          {reason}
        </p>
      )}
      <form onSubmit={submit}>
        <label>
          Username
          <input name="username" autocomplete="username" required maxLength={254} />
        </label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required maxLength={1024} />
        </label>
        <label>
          Client ID
          <input name="clientId" autocomplete="off" required maxLength={100} />
        </label>
        <button type="submit" class="button" disabled={isBusy}>
          {isBusy && <span class="spinner" aria-hidden="true" />}
          Sign in
        </button>
      </form>
    </section>
  );
}
