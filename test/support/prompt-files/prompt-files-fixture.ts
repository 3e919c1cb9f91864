import type { ApiAccess } from '../../../src/adapters/inbound/cli/host/command-services.ts';
import type { PromptService } from './fake-prompt-service.ts';
import { contents, type Files, PromptFolders } from './prompt-folders.ts';
import { type CommandRun, runPromptCommand } from './run-prompt-command.ts';

/** A file as people write it. */
export const aTextFile = (content: string, more = ''): string => `---\ntype: text\n${more}---\n${content}`;

/** A service, folders of files, and the commands between them. */
export class PromptFilesFixture {
  readonly #folders = new PromptFolders();

  constructor(readonly service: PromptService) {}

  folder(files: Files = {}): Promise<string> {
    return this.#folders.holding(files);
  }

  run(words: readonly string[], access: Partial<ApiAccess> = {}): Promise<CommandRun> {
    const { url, key } = this.service;
    return runPromptCommand(words, { url, key, fetch, ...access });
  }

  async push(files: Files, ...options: readonly string[]): Promise<CommandRun> {
    return this.run(['push', await this.folder(files), ...options]);
  }

  /** What became, or would become, of each prompt. */
  async outcomes(files: Files, ...options: readonly string[]): Promise<Record<string, string>> {
    const { printed } = await this.push(files, '--json', ...options);
    const { prompts }: { prompts: readonly { name: string; outcome: string }[] } = JSON.parse(printed);
    return Object.fromEntries(prompts.map(({ name, outcome }) => [name, outcome]));
  }

  /** The files that a pull into an empty folder makes. */
  async pull(...options: readonly string[]): Promise<Files> {
    const folder = await this.folder();
    const { code, reported } = await this.run(['pull', folder, ...options]);
    if (code !== 0) throw new Error(reported);
    return contents(folder);
  }

  async dispose(): Promise<void> {
    await this.service.close();
    await this.#folders.dispose();
  }
}
