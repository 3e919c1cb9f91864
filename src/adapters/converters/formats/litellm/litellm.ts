import type { ForeignPrompt } from '../../foreign-prompt.ts';
import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext, SourceFormat } from '../../source-format.ts';
import { convertFile, type FilePrompt } from '../convert-file.ts';
import { readInputSchema } from '../dotprompt/picoschema.ts';
import { chooseFiles, type FrontMatterFile } from '../front-matter.ts';
import { nameOfFile, objectOf, textOf } from '../read-fields.ts';
import { HAS_ROLE_LINE, readLitellmBody } from './litellm-body.ts';

/** Tags that Jinja does not have: the file is dotprompt's own, whatever the lines of its messages begin with. */
const DOTPROMPT_ROLE = /\{\{~?\s*role\s/;
const HANDLEBARS_TAG = /\{\{~?\s*[#^/>]/;

const NUMBERED = /^(.+)\.v(\d{1,9})$/i;

/** Files of LiteLLM's dotprompt integration: the same front matter as dotprompt, but Jinja and lines such as `User: …`. */
export const litellm: SourceFormat = {
  name: 'litellm',
  detects: ({ fileName, text }) =>
    fileName.endsWith('.prompt') &&
    !DOTPROMPT_ROLE.test(text) &&
    (text.includes('{%') || (HAS_ROLE_LINE.test(text) && !HANDLEBARS_TAG.test(text))),
  convert: convertLitellm,
};

interface VersionFile {
  readonly file: OpenedFile;
  readonly name: string;
  /** Undefined for `name.prompt`. */
  readonly number: number | undefined;
}

/** `name.v2.prompt` is version 2 of `name`. */
function convertLitellm(files: readonly OpenedFile[], context: ConversionContext): readonly ForeignPrompt[] {
  const byName = new Map<string, VersionFile[]>();
  for (const file of chooseFiles(files, ['.prompt'])) {
    const version = toVersionFile(file);
    byName.set(version.name, [...(byName.get(version.name) ?? []), version]);
  }
  return [...byName.values()].flatMap((group) => convertVersions(group, context));
}

function toVersionFile(file: OpenedFile): VersionFile {
  const path = nameOfFile(file, /\.prompt$/i);
  const [, name = path, number] = NUMBERED.exec(path) ?? [];
  return { file, name, number: number === undefined ? undefined : Number(number) };
}

/**
 * LiteLLM reads `name.prompt` unless a version is asked for: it is the first version if no file has that number, else
 * the newest.
 */
function convertVersions(group: readonly VersionFile[], context: ConversionContext): readonly ForeignPrompt[] {
  const numbers = group.flatMap(({ number }) => number ?? []);
  const unnumbered = numbers.includes(1) ? Math.max(...numbers) + 1 : 1;
  const converted = group.flatMap(({ file, name, number = unnumbered }) => {
    const prompt = convertFile(file, context, (source) => readLitellm(source, name));
    return prompt ? [{ prompt, number }] : [];
  });
  const newest = converted.toSorted((one, other) => one.number - other.number).at(-1);
  if (!newest) return [];
  const versions = converted.flatMap(({ prompt, number }) =>
    prompt.versions.map((version) => ({ ...version, number })),
  );
  return [{ ...newest.prompt, versions }];
}

function readLitellm({ fields, body, bodyLine }: FrontMatterFile, path: string): FilePrompt {
  const { model, input, output, config, name, description, ...others } = fields;
  const { variables, losses } = readInputSchema(objectOf(input));
  return {
    name: textOf(name) ?? path,
    description: textOf(description),
    body: readLitellmBody(body, bodyLine),
    language: 'jinja',
    variables,
    config: {
      model,
      parameters: { ...others, ...objectOf(config) },
      unknown: output === undefined ? {} : { output },
    },
    losses,
  };
}
