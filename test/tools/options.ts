/** Throws an error with a one-line message if the text is none of the names. */
export function parseName<Name extends string>(names: readonly Name[], text: string | undefined, option: string): Name {
  const name = names.find((each) => each === text);
  if (name === undefined) throw new Error(`${option} must be one of ${names.join(', ')}, not ${text}`);
  return name;
}

export function parseWholeNumber(text: string, option: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${option} must be a whole number, not "${text}"`);
  return Number(text);
}

const EXIT_USAGE = 64;

/** What `parse` makes of the arguments of this process, which ends with the usage if they are invalid. */
export function readArguments<Parsed>(parse: (args: readonly string[]) => Parsed, usage: string): Parsed {
  try {
    return parse(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(EXIT_USAGE);
  }
}
