import type { Command } from 'commander';
import { PROMPT_SORTS } from '../../../../../application/ports/prompts/prompt-catalog.ts';
import { LATEST } from '../../../../../domain/naming/label.ts';
import { DEFAULT_LABEL, PROMPT_TYPES } from '../../../../../domain/prompts/prompt.ts';
import { addApiCommand, oneOf, repeatable } from '../../host/add-command.ts';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import type { ListOptions } from './list-prompts.ts';
import type { PromoteOptions, RollbackOptions } from './move-label.ts';
import type { RenderOptions } from './render-prompt.ts';
import type { HistoryOptions } from './show-history.ts';
import type { ImpactOptions } from './show-impact.ts';
import type { ShowOptions } from './show-prompt.ts';

const NAME = ['<name>', 'the name or the id of a prompt'] as const;
const LABEL = ['--label <label>', 'the label to move', DEFAULT_LABEL] as const;
const LIMIT = ['--limit <count>', 'at most so many (default: all)'] as const;
/** Options that select a version. */
const VERSION = [
  ['--label <label>', 'the version with this label, or latest (default: production, else the newest)'],
  ['--version <version>', 'this version'],
] as const;

const AT = ['--at <time>', 'as it was at this time, such as 2026-10-01T12:00:00Z'] as const;

/** Adds the commands that read and promote prompts over the HTTP API. Each loads its code when it runs. */
export function addServiceCommands(prompt: Command, host: CommandHost): void {
  addReadingCommands(prompt, host);
  addRender(prompt, host);
  addComparingCommands(prompt, host);
  addLabelCommands(prompt, host);
}

function addReadingCommands(prompt: Command, host: CommandHost): void {
  addApiCommand<ListOptions>(prompt, host, {
    name: 'list',
    description: 'list prompts',
    options: [
      ['--search <words>', 'only with all these words in name, description, tags or newest content'],
      ['--folder <folder>', 'only in exactly this folder; empty for the top level'],
      repeatable('--tag <tag>', 'only with this tag (may be repeated; all must match)'),
      ['--label <label>', 'only with this label'],
      oneOf('--type <type>', 'only of this type', PROMPT_TYPES),
      ['--archived', 'only archived prompts'],
      ['--all', 'archived prompts too'],
      oneOf('--sort <field>', 'by name, or last changed first (default: name)', PROMPT_SORTS),
      LIMIT,
      ['--quiet', 'print only names'],
    ],
    examples: [
      'prompthold prompt list',
      'prompthold prompt list --folder support --label production',
      "prompthold prompt list --search 'refund policy' --sort updatedAt --limit 10",
      'prompthold prompt list --tag billing --json',
    ],
    run: async (options) => (await import('./list-prompts.ts')).listPrompts(host, options),
  });

  addApiCommand<ShowOptions>(prompt, host, {
    name: 'show',
    description: 'show a prompt with one of its versions',
    operands: [NAME],
    options: [...VERSION, AT, ['--content', 'print only the template; of a chat, its messages']],
    examples: [
      'prompthold prompt show support/reply',
      'prompthold prompt show support/reply --version 2',
      'prompthold prompt show support/reply --label staging --content > reply.txt',
      'prompthold prompt show support/reply --at 2026-10-01T12:00:00Z --json',
    ],
    run: async (options, name = '') => (await import('./show-prompt.ts')).showPrompt(host, options, name),
  });
}

function addRender(prompt: Command, host: CommandHost): void {
  addApiCommand<RenderOptions>(prompt, host, {
    name: 'render',
    description: 'fill in the variables of a prompt and print the result',
    operands: [NAME],
    options: [
      ...VERSION,
      AT,
      repeatable('--var <name=value>', 'a variable that is a string (may be repeated)'),
      repeatable('--var-json <name=json>', 'a variable as JSON: a number, true, a list, … (may be repeated)'),
      ['--values <file>', 'a JSON object with variables; - is standard input. --var and --var-json win'],
      ['--placeholders <file>', 'a JSON object with a list of messages for each placeholder of a chat, or -'],
      ['--no-strict', 'missing variables are empty, unknown ones ignored'],
    ],
    examples: [
      'prompthold prompt render support/reply --var name=Ada',
      "prompthold prompt render support/reply --var name=Ada --var-json items='[1, 2]'",
      'prompthold prompt render support/reply --values values.json --label staging',
      'prompthold prompt render support/reply --var name=Ada --at 2026-10-01T12:00:00Z --json',
      `echo '{"name": "Ada"}' | prompthold prompt render support/reply --values - --json`,
    ],
    run: async (options, name = '') => (await import('./render-prompt.ts')).renderPrompt(host, options, name),
  });
}

function addComparingCommands(prompt: Command, host: CommandHost): void {
  addApiCommand<JsonOption>(prompt, host, {
    name: 'diff',
    description: 'compare two versions: content, variables, config, and whether the change breaks callers',
    operands: [
      NAME,
      ['[from]', 'a version, a label, or latest', DEFAULT_LABEL],
      ['[to]', 'a version, a label, or latest', LATEST],
    ],
    examples: [
      'prompthold prompt diff support/reply',
      'prompthold prompt diff support/reply 1 2',
      'prompthold prompt diff support/reply production staging --json',
    ],
    run: async (options, name = '', ...ends) =>
      (await import('./compare-versions.ts')).compareVersions(host, options, name, ends),
  });

  addApiCommand<ImpactOptions>(prompt, host, {
    name: 'impact',
    description: 'show what a version or a prompt file would change and break in prompts that include it',
    operands: [['<name>', 'the name or the id of a prompt, or a file that ends with .prompt.md']],
    options: [
      ['--version <version>', 'this version'],
      ['--label <label>', 'as if this label moved to it (default: as if it were published)'],
    ],
    examples: [
      'prompthold prompt impact support/tone --version 3 --label production',
      'prompthold prompt impact prompts/support/tone.prompt.md',
    ],
    run: async (options, name = '') => (await import('./show-impact.ts')).showImpact(host, options, name),
  });

  addApiCommand<HistoryOptions>(prompt, host, {
    name: 'history',
    description: 'list the versions of a prompt, or the moves of one of its labels, newest first',
    operands: [NAME],
    options: [['--label <label>', 'the moves of this label instead of the versions'], LIMIT],
    examples: [
      'prompthold prompt history support/reply',
      'prompthold prompt history support/reply --label production --limit 5',
      'prompthold prompt history support/reply --json',
    ],
    run: async (options, name = '') => (await import('./show-history.ts')).showHistory(host, options, name),
  });
}

function addLabelCommands(prompt: Command, host: CommandHost): void {
  addApiCommand<PromoteOptions>(prompt, host, {
    name: 'promote',
    description: 'move a label to a version; refused if that breaks callers of the label',
    operands: [NAME, ['<version>', 'a version, another label, or latest']],
    options: [
      LABEL,
      ['--force', 'even if it breaks callers: they may send other variables than the version needs'],
      ['--message <message>', 'why the label is moved'],
    ],
    examples: [
      'prompthold prompt promote support/reply 3 --label production',
      'prompthold prompt promote support/reply staging --label production',
      "prompthold prompt promote support/reply latest --label production --force --message 'callers send city now'",
    ],
    run: async (options, name = '', version = '') =>
      (await import('./move-label.ts')).promote(host, options, name, version),
  });

  addApiCommand<RollbackOptions>(prompt, host, {
    name: 'rollback',
    description: 'take back the last move of a label that was not taken back yet',
    operands: [NAME],
    options: [LABEL, ['--from <version>', 'only if the label points to this version now']],
    examples: [
      'prompthold prompt rollback support/reply --label production',
      'prompthold prompt rollback support/reply --label production --from 3',
      'prompthold prompt rollback support/reply --label staging --json',
    ],
    run: async (options, name = '') => (await import('./move-label.ts')).rollBack(host, options, name),
  });
}
