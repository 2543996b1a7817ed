/** Background colours on which white text has a contrast above 4.5. */
const grounds = ['#2f5d8c', '#37691c', '#8a3b12', '#6b3f87', '#0f6a63', '#7a5200', '#9b2743', '#4a5a2c'];

/** A provider's initials: no trade mark is copied, and nothing is loaded from other origins. */
export function ProviderMark({ provider, displayName }: { provider: string; displayName: string }) {
  const words = displayName.split(/[\s-]+|(?<=[a-z])(?=[A-Z])/).filter(Boolean);
  const initials = words.length > 1 ? words.map(([letter]) => letter).join('') : displayName.slice(0, 2);
  const sum = [...provider].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return (
    <span class="provider-mark" aria-hidden="true" style={{ background: grounds[sum % grounds.length] ?? '' }}>
      {initials.slice(0, 2)}
    </span>
  );
}
