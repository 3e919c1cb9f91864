import type { Command } from 'commander';
import { addGroup, WHERE } from '../host/add-command.ts';
import type { CommandHost } from '../host/command-host.ts';
import { addServiceCommands } from './commands/add-service-commands.ts';
import { addSyncCommands } from './sync/add-sync-commands.ts';

const EXAMPLES = [
  'prompthold prompt list',
  'prompthold prompt render support/reply --var name=Ada',
  'prompthold prompt push prompts --label staging',
  'prompthold prompt promote support/reply staging --label production',
];

/** `prompthold prompt …`: everything about prompts, over the HTTP API. */
export function addPromptCommands(program: Command, host: CommandHost): void {
  const description = 'read, render, compare and promote the prompts of an account; keep them as files';
  const prompt = addGroup(program, 'prompt', description, EXAMPLES, WHERE);
  addServiceCommands(prompt, host);
  addSyncCommands(prompt, host);
}
