import { useFetchKey } from '../api/account/key.ts';
import { Snippet } from './snippet.tsx';

const setKey = (token: string): string => `export PROMPTHOLD_KEY='${token}'`;

/** Sets the key in a terminal. The copied command contains the key, which the page never shows. */
export function KeyCommand({ onCopied }: { readonly onCopied?: () => void }) {
  const fetchKey = useFetchKey();
  return (
    <Snippet
      code={setKey('ph_••••••••')}
      copied={async () => setKey(await fetchKey())}
      subject="Command with your API key"
      fallbackAdvice="Reveal the key in the settings, and copy it there."
      onCopied={onCopied}
    />
  );
}
