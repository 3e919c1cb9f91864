import { parsePromptName } from '../../../../domain/naming/prompt-name.ts';
import type { Conversion, SourceChoice } from '../../../converters/conversion.ts';
import { convertFiles } from '../../../converters/documents/convert-files.ts';
import { parseYaml } from '../../../text/parse-yaml.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { readMovableLabel } from '../host/read-options.ts';
import { ApiClient } from '../prompts/api/api-client.ts';
import { ApiFailure } from '../prompts/api/api-failure.ts';
import { hiding, visible } from '../terminal/safe-output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';
import { ImportReport } from './import-report.ts';
import { readLangfuse } from './read-langfuse.ts';
import { type ReadSources, readSources } from './read-sources.ts';
import { sendDocuments } from './send-documents.ts';

/** The options of `prompthold import`. */
export interface ImportCommand extends JsonOption {
  readonly from: SourceChoice;
  readonly url?: string;
  readonly folder?: string;
  readonly label?: string;
  readonly mode: 'skip' | 'merge';
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly strict?: boolean;
  readonly raw?: boolean;
}

/** `prompthold import` */
export async function runImport(host: CommandHost, options: ImportCommand, paths: readonly string[]): Promise<number> {
  const folder = readFolder(options.folder);
  const label = options.label === undefined ? undefined : readMovableLabel(options.label);
  const url = readUrl(options, paths);
  const access = await host.services.api();
  const terminal = hiding(access.key.reveal(), host.terminal);
  const report = new ImportReport(terminal, options);
  try {
    const sources = url === undefined ? await readSources(paths) : await readLive(host, terminal, url);
    const conversion = convertFiles(sources.files, {
      from: options.from,
      folder,
      label,
      raw: options.raw ?? false,
      now: new Date(),
      parseYaml,
    });
    const refusals = [...sources.refusals, ...conversion.refusals];
    const converted = withUndetected({ ...conversion, refusals }, sources, url ?? paths.join(', '));
    report.addConversion(converted);
    if (report.isBlocked) return report.finish();
    const { mode, dryRun = false, force = false } = options;
    if (converted.documents.length > 0) {
      report.addResults(await sendDocuments(new ApiClient(access), converted.documents, { mode, dryRun, force }));
    }
    return report.finish();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return report.fail(error);
  }
}

/** Folders are like names, without the last part. */
function readFolder(text = ''): string {
  const folder = text.replace(/^\/+|\/+$/g, '');
  if (folder !== '' && !parsePromptName(`${folder}/name`)) {
    throw new WrongUsage('--folder must be up to 4 parts of a-z, 0-9 and . _ - joined by /');
  }
  return folder;
}

function readUrl({ url, from }: ImportCommand, paths: readonly string[]): string | undefined {
  if (url === undefined) {
    if (paths.length === 0)
      throw new WrongUsage('name the files to import, or a Langfuse with --from langfuse --url <url>');
    return undefined;
  }
  if (from !== 'langfuse') throw new WrongUsage('--url needs --from langfuse');
  if (paths.length > 0) throw new WrongUsage('--url and files cannot be used together');
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (parsed?.username !== '' || parsed.password !== '' || /[?#]/.test(url)) {
    throw new WrongUsage(
      '--url must be a URL that begins with http:// or https://, without credentials, query or fragment',
    );
  }
  return parsed.href.replace(/\/+$/, '');
}

async function readLive({ services }: CommandHost, terminal: Terminal, url: string): Promise<ReadSources> {
  const access = await services.langfuse(url);
  const onProgress = (done: number, total: number) =>
    terminal.progress(visible(`${url}: ${done} of ${total} versions`));
  try {
    return { files: await readLangfuse(access, onProgress), refusals: [] };
  } finally {
    terminal.progress('');
  }
}

/** A file that the user named must be a prompt; others beside prompts in a folder need not be. */
function withUndetected(conversion: Conversion, { files }: ReadSources, origin: string): Conversion {
  const chosen = new Set(files.filter(({ isChosen }) => isChosen).map(({ path }) => path));
  const isNothing = conversion.documents.length === 0 && conversion.refusals.length === 0;
  const undetected = conversion.ignored.filter((path) => chosen.has(path));
  const problem = 'is in no format that is known here; if it is, name it with --from';
  const refusals = [...conversion.refusals, ...undetected.map((file) => ({ file, path: '', problem }))];
  if (isNothing && undetected.length === 0) refusals.push({ file: origin, path: '', problem: 'holds no prompts' });
  return { ...conversion, refusals, ignored: conversion.ignored.filter((path) => !chosen.has(path)) };
}
