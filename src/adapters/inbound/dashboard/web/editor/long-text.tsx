import { useMemo } from 'react';
import { splitLines } from './split-lines.ts';

/**
 * A long text in blocks of whole lines. When a part of it changes, the browser lays out only that block, and of the others
 * only those in view.
 */
export function LongText({ text }: { readonly text: string }) {
  const blocks = useMemo(() => splitLines(text), [text]);
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity
    <div key={index} className="text-block" dir="auto">
      {block}
    </div>
  ));
}
