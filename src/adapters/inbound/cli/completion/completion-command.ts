import { Argument, type Command } from 'commander';
import { formatExamples } from '../host/add-command.ts';
import type { CommandHost } from '../host/command-host.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `prompthold completion` */
export function addCompletionCommand(program: Command, host: CommandHost): void {
  program
    .command('completion')
    .description('print a script that lets a shell complete commands, options and names of prompts')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(
      host.toAction(async (_options: object, shell: (typeof SHELLS)[number]) => {
        host.terminal.print(await printScript(program, shell));
        return 0;
      }),
    );
}

const EXAMPLES = formatExamples([
  "echo 'source <(prompthold completion bash)' >> ~/.bashrc",
  "echo 'source <(prompthold completion zsh)' >> ~/.zshrc",
  'prompthold completion fish > ~/.config/fish/completions/prompthold.fish',
]);

async function printScript(program: Command, shell: (typeof SHELLS)[number]): Promise<string> {
  const { listCommands } = await import('./command-tree.ts');
  const commands = listCommands(program);
  switch (shell) {
    case 'bash':
      return (await import('./bash-completion.ts')).bashCompletion(commands);
    case 'zsh':
      return (await import('./zsh-completion.ts')).zshCompletion(commands);
    case 'fish':
      return (await import('./fish-completion.ts')).fishCompletion(commands);
    default:
      return shell satisfies never;
  }
}
