import type { Loss } from './conversion.ts';
import { type ConfigConversion, convertConfig, type SourceConfig } from './convert-config.ts';
import { convertPrompt, type SourcePrompt } from './convert-prompt.ts';
import type { ForeignVersion } from './foreign-prompt.ts';
import type { OpenedFile } from './opened-file.ts';
import type { ConversionContext } from './source-format.ts';

/** One version as another tool wrote it. */
export interface SourceVersion extends Pick<SourcePrompt, 'content' | 'variables' | 'includeTags'> {
  readonly config: Omit<SourceConfig, 'source'>;
  /** Path of the version in the file; empty if the file holds only this one. */
  readonly path: string;
  /** Path of the model parameters in the file. Defaults to `path`. */
  readonly configPath?: string | undefined;
}

export type ConvertedVersion = Pick<ForeignVersion, 'path' | 'file' | 'content' | 'variables'> & ConfigOf;
type ConfigOf = Pick<ConfigConversion, 'config'>;

/** Converts content, variables and config, and reports everything that is lost. Undefined if the version is refused. */
export function convertVersion(
  file: OpenedFile,
  { config: settings, path, configPath = path, ...prompt }: SourceVersion,
  { source, raw, lose, refuse }: ConversionContext,
): ConvertedVersion | undefined {
  const converted = convertPrompt({ ...prompt, file: file.path, raw });
  const locate = (loss: Loss): Loss => (file.isJson ? onLineOfPath(loss, file) : loss);
  if (converted.kind === 'refused') {
    for (const { path, problem, line } of converted.losses.map(locate)) refuse(file, path, problem, line);
    return undefined;
  }
  const { config, losses } = convertConfig({ ...settings, source });
  for (const loss of converted.losses.map(locate)) lose(file, loss.path, loss.problem, loss.line);
  for (const loss of losses) lose(file, [configPath, loss.path].filter((part) => part !== '').join('.'), loss.problem);
  return { path, file: file.path, content: converted.content, variables: converted.variables, config };
}

/** In JSON, all lines of a text are on the line that its path leads to. */
function onLineOfPath({ line: _, ...loss }: Loss, { parsed }: OpenedFile): Loss {
  if (parsed.kind === 'invalid') return loss;
  const line = parsed.lineOf(loss.path);
  return { ...loss, line, problem: loss.problem.replace(/^(not convertible: .*?:)\d+(?= )/, `$1${line}`) };
}
