import { readFile } from 'node:fs/promises';

/** What the Dockerfile says about the image. */
export interface Image {
  readonly text: string;
  /** The environment variables that it sets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
}

export async function readImage(): Promise<Image> {
  const text = await readFile('Dockerfile', 'utf8');
  const [, assignments = ''] = /^ENV (.*)$/m.exec(text.replaceAll('\\\n', ' ')) ?? [];
  const pairs = Array.from(assignments.matchAll(/(\w+)=(\S+)/g), ([, name = '', value = '']) => [name, value]);
  const [, user = ''] = /^USER (.*)$/m.exec(text) ?? [];
  return { text, environment: Object.fromEntries(pairs), user };
}
