/** The end of a help text: what people type most often. */
export const examples = (...commandLines: readonly string[]): string =>
  ['', 'Examples:', ...commandLines.map((commandLine) => `  $ ${commandLine}`)].join('\n');
