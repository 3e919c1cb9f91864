import type { Terminal } from '../terminal/terminal.ts';

/** The same text with control characters shown instead of obeyed, line breaks and tabs apart: others wrote it. */
export function visible(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\uFFFD';
  });
}

/** A terminal that cannot show the secret, wherever it comes from: a response, an error, a prompt. */
export function hiding(secret: string, terminal: Terminal): Terminal {
  const hidden = (text: string): string => text.replaceAll(secret, 'ph_…');
  return {
    interactive: terminal.interactive,
    print: (text) => terminal.print(hidden(text)),
    report: (text) => terminal.report(hidden(text)),
    progress: (text) => terminal.progress(hidden(text)),
    ask: (question) => terminal.ask(question),
    askSecret: (question) => terminal.askSecret(question),
    readInput: () => terminal.readInput(),
  };
}

/** `2 created, 1 unchanged`, in the given order. */
export function tally<Word extends string>(outcomes: readonly Word[], happened: readonly Word[]): string {
  const counts = outcomes.map((word) => ({ word, count: happened.filter((other) => other === word).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(', ');
}
