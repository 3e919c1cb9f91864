import type { ApiAccess } from '../../../src/adapters/inbound/cli/host/command-services.ts';
import type { PromptService } from './fake-prompt-service.ts';
import { type Files, PromptFolders, readFiles } from './prompt-folders.ts';
import { type CommandRun, runPromptCommand } from './run-prompt-command.ts';

/** A prompt file as an author writes it. */
export const aTextFile = (content: string, more = ''): string => `---\ntype: text\n${more}---\n${content}`;

/** A service, folders with prompt files, and the commands that synchronize them. */
export class PromptFilesFixture {
  readonly #folders = new PromptFolders();

  constructor(readonly service: PromptService) {}

  folder(files: Files = {}): Promise<string> {
    return this.#folders.create(files);
  }

  run(args: readonly string[], access: Partial<ApiAccess> = {}): Promise<CommandRun> {
    const { url, key } = this.service;
    return runPromptCommand(args, { url, key, fetch, ...access });
  }

  async push(files: Files, ...options: readonly string[]): Promise<CommandRun> {
    return this.run(['push', await this.folder(files), ...options]);
  }

  /** Pushes the files, and returns the outcome of each prompt. */
  async outcomes(files: Files, ...options: readonly string[]): Promise<Record<string, string>> {
    const { printed } = await this.push(files, '--json', ...options);
    const { prompts }: { prompts: readonly { name: string; outcome: string }[] } = JSON.parse(printed);
    return Object.fromEntries(prompts.map(({ name, outcome }) => [name, outcome]));
  }

  /** Pulls into an empty folder, and returns its files. */
  async pull(...options: readonly string[]): Promise<Files> {
    const folder = await this.folder();
    const { code, reported } = await this.run(['pull', folder, ...options]);
    if (code !== 0) throw new Error(reported);
    return readFiles(folder);
  }

  async dispose(): Promise<void> {
    await this.service.close();
    await this.#folders.dispose();
  }
}
