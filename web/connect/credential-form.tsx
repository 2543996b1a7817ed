import { useId, useState } from 'preact/hooks';
import type { Connection } from '../api/connections.ts';
import { useSpeech } from '../components/use-language.tsx';

interface CredentialFormProps {
  connection: Connection;
  isSending: boolean;
  send(members: Record<string, string>): void;
}

/** A form for the credentials that a provider without a sign-in page gives its customers. */
export function CredentialForm({ connection: { members }, isSending, send }: CredentialFormProps) {
  const { texts } = useSpeech();
  const [values, setValues] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState(false);
  const missing = members.filter(({ name, required }) => required && !values[name]?.trim());

  const submit = (event: Event) => {
    event.preventDefault();
    setAsked(true);
    if (missing.length > 0) {
      const first = missing[0]?.name ?? '';
      const form = event.currentTarget as HTMLFormElement;
      (form.elements.namedItem(first) as HTMLInputElement | null)?.focus();
      return;
    }
    send(Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value.trim()]] : []))));
  };

  return (
    <form class="credential" noValidate onSubmit={submit}>
      {members.map(({ name, kind, required }) => (
        <Member
          key={name}
          name={name}
          isSecret={kind === 'secret'}
          required={required}
          isMissing={asked && missing.some((one) => one.name === name)}
          value={values[name] ?? ''}
          change={(value) => setValues((all) => ({ ...all, [name]: value }))}
        />
      ))}
      <button type="submit" class="button" disabled={isSending}>
        {isSending && <span class="spinner" aria-hidden="true" />}
        {texts.connect.connect}
      </button>
    </form>
  );
}

interface MemberProps {
  name: string;
  isSecret: boolean;
  required: boolean;
  isMissing: boolean;
  value: string;
  change(value: string): void;
}

function Member({ name, isSecret, required, isMissing, value, change }: MemberProps) {
  const { texts } = useSpeech();
  const [isShown, setShown] = useState(false);
  const id = useId();
  const label = texts.connect.members[name] ?? spaced(name);
  return (
    <div class="member">
      <label for={id}>{label}</label>
      <div class="input">
        <input
          id={id}
          name={name}
          // Preact's types have no input that can be either of the two.
          type={(isSecret && !isShown ? 'password' : 'text') as 'text'}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          required={required}
          aria-invalid={isMissing}
          aria-describedby={`${id}-hint`}
          value={value}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
        {isSecret && (
          <button type="button" class="button plain" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? texts.connect.hide : texts.connect.show}
            <span class="visually-hidden"> {label}</span>
          </button>
        )}
      </div>
      <p id={`${id}-hint`} class={isMissing ? 'hint missing' : 'hint'}>
        {isMissing ? texts.connect.required : isSecret ? texts.connect.hidden : ''}
      </p>
    </div>
  );
}

/** `clientEnvironment` as words, for members that have no text of their own. */
function spaced(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
