import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiAccess } from '../../../src/adapters/inbound/cli/host/command-services.ts';
import { sendOk } from '../service/send-ok.ts';
import { createPromptFolder, type Files, LOCK, readFiles, write } from './prompt-folders.ts';
import type { PromptService } from './prompt-service.ts';
import { type CommandRun, runPromptCommand } from './run-prompt-command.ts';

/** A prompt file as an author writes it. */
export const aTextFile = (content: string, more = ''): string => `---\ntype: text\n${more}---\n${content}`;

/** A prompt as another client of the service sees it. */
export interface SeenPrompt {
  readonly id: string;
  readonly latestVersion: number;
  readonly labels: Readonly<Record<string, number>>;
  readonly description: string;
  readonly tags: readonly string[];
  readonly content: string;
  readonly config: object;
  readonly hash: string;
}

/** An entry of a lock file. */
export interface SeenEntry {
  readonly id: string;
  readonly version: number;
  readonly latestVersion: number;
  readonly hash: string;
}

/** A service, folders with prompt files, and the commands that synchronize them. */
export class PromptFilesFixture {
  constructor(readonly service: PromptService) {}

  folder(files: Files = {}): Promise<string> {
    return createPromptFolder(files);
  }

  run(args: readonly string[], access: Partial<ApiAccess> = {}): Promise<CommandRun> {
    const { url, key } = this.service;
    return runPromptCommand(args, { url, key, fetch, ...access });
  }

  /** Pushes the files from a folder without a lock, and returns its path. */
  async pushed(files: Files): Promise<string> {
    const folder = await this.folder(files);
    await this.run(['push', folder]);
    return folder;
  }

  /** Pushes the files from a folder without a lock. */
  async push(files: Files, ...options: readonly string[]): Promise<CommandRun> {
    return this.run(['push', await this.folder(files), ...options]);
  }

  /** Pushes the files from a folder without a lock, and returns the outcome of each prompt. */
  async outcomes(files: Files, ...options: readonly string[]): Promise<Record<string, string>> {
    return this.pushOutcomes(await this.folder(files), ...options);
  }

  /** Pushes a folder, and returns the outcome of each prompt. */
  async pushOutcomes(folder: string, ...options: readonly string[]): Promise<Record<string, string>> {
    return outcomesIn(await this.run(['push', folder, '--json', ...options]));
  }

  /** Pulls into a folder, and returns the outcome of each prompt. */
  async pullOutcomes(folder: string, ...options: readonly string[]): Promise<Record<string, string>> {
    return outcomesIn(await this.run(['pull', folder, '--json', ...options]));
  }

  /** Pulls into an empty folder, and returns its files. */
  async pull(...options: readonly string[]): Promise<Files> {
    return readFiles(await this.pulled(...options));
  }

  /** Pulls into an empty folder, and returns its path. */
  async pulled(...options: readonly string[]): Promise<string> {
    const folder = await this.folder();
    const { code, reported } = await this.run(['pull', folder, ...options]);
    if (code !== 0) throw new Error(reported);
    return folder;
  }

  /** Calls the API as another client of the account. */
  async call(method: string, path: string, json?: object): Promise<unknown> {
    const { url, key } = this.service;
    const response = await sendOk(url, { method, path: `/api${path}`, key: key.reveal(), json });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Publishes a version as another client; returns its number. */
  async publish(name: string, content: string, fields: object = {}): Promise<number> {
    const body = { content, ...fields };
    const { data } = (await this.call('PUT', `/prompts/${encodeURIComponent(name)}`, body)) as {
      data: { version: number };
    };
    return data.version;
  }

  /** The prompt with its newest version. */
  async prompt(name: string): Promise<SeenPrompt> {
    const path = `/prompts/${encodeURIComponent(name)}?label=latest`;
    return ((await this.call('GET', path)) as { data: SeenPrompt }).data;
  }

  async lockEntry(folder: string, name: string): Promise<SeenEntry | undefined> {
    const { prompts } = JSON.parse(await readFile(join(folder, LOCK), 'utf8')) as {
      prompts: Record<string, SeenEntry>;
    };
    return prompts[name];
  }

  /** Creates a folder with `a` and `b`, both edited since they were pushed; `a` has got version 2 since. */
  async createConflict(): Promise<string> {
    const folder = await this.pushed({ 'a.prompt.md': aTextFile('A'), 'b.prompt.md': aTextFile('B') });
    await this.publish('a', 'theirs');
    await write(folder, { 'a.prompt.md': aTextFile('mine'), 'b.prompt.md': aTextFile('B2') });
    return folder;
  }
}

function outcomesIn({ printed, reported }: CommandRun): Record<string, string> {
  if (printed === '') throw new Error(reported);
  const { prompts }: { prompts: readonly { name: string; outcome: string }[] } = JSON.parse(printed);
  return Object.fromEntries(prompts.map(({ name, outcome }) => [name, outcome]));
}
