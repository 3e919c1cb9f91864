import { type Terminal, withOutput } from './terminal.ts';

/** Shows control characters of a text instead of obeying them, line breaks and tabs apart: others wrote it. */
export function visible(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\uFFFD';
  });
}

/** A terminal that cannot show the secret, wherever it comes from: a response, an error, a prompt. */
export function hiding(secret: string, terminal: Terminal): Terminal {
  const hidden = (text: string): string => text.replaceAll(secret, 'ph_…');
  return withOutput(terminal, {
    print: (text) => terminal.print(hidden(text)),
    report: (text) => terminal.report(hidden(text)),
    progress: (text) => terminal.progress(hidden(text)),
  });
}
