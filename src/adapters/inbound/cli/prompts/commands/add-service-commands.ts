import { type Command, Option } from 'commander';
import { PROMPT_SORTS } from '../../../../../application/ports/prompts/prompt-catalog.ts';
import { LATEST } from '../../../../../domain/naming/label.ts';
import { DEFAULT_LABEL, PROMPT_TYPES } from '../../../../../domain/prompts/prompt.ts';
import { examples } from '../../host/command-help.ts';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import type { ListOptions } from './list-prompts.ts';
import type { LabelOptions, PromoteOptions } from './move-label.ts';
import type { RenderOptions } from './render-prompt.ts';
import type { HistoryOptions } from './show-history.ts';
import type { ShowOptions } from './show-prompt.ts';

const JSON_OUTPUT = ['--json', 'print JSON, also about a failure'] as const;
const NAME = ['<name>', 'the name or the id of a prompt'] as const;
const LABEL = ['--label <label>', 'the label to move', DEFAULT_LABEL] as const;
const LIMIT = ['--limit <count>', 'at most so many (default: all)'] as const;

/** Describes the service and its key at the end of a help text. */
export const WHERE = `

PROMPTHOLD_URL says where the service is (default: http://127.0.0.1:3000);
PROMPTHOLD_KEY, or the file that PROMPTHOLD_KEY_FILE names, holds the account's key.`;

/** Adds the commands that read and promote prompts over the HTTP API. Each loads its code when it runs. */
export function addServiceCommands(prompt: Command, host: CommandHost): void {
  addList(prompt, host);
  addShow(prompt, host);
  addRender(prompt, host);
  addDiff(prompt, host);
  addHistory(prompt, host);
  addPromote(prompt, host);
  addRollback(prompt, host);
}

function addList(prompt: Command, host: CommandHost): void {
  prompt
    .command('list')
    .description('list prompts')
    .option('--search <words>', 'only with all these words in name, description, tags or newest content')
    .option('--folder <folder>', 'only in exactly this folder; empty for the top level')
    .option('--tag <tag>', 'only with this tag (may be repeated; all must match)', collect)
    .option('--label <label>', 'only with this label')
    .addOption(new Option('--type <type>', 'only of this type').choices(PROMPT_TYPES))
    .option('--archived', 'only archived prompts')
    .option('--all', 'archived prompts too')
    .addOption(new Option('--sort <field>', 'by name, or last changed first (default: name)').choices(PROMPT_SORTS))
    .option(...LIMIT)
    .option('--quiet', 'print only names')
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      examples(
        'prompthold prompt list',
        'prompthold prompt list --folder support --label production',
        "prompthold prompt list --search 'refund policy' --sort updatedAt --limit 10",
        'prompthold prompt list --tag billing --json',
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: ListOptions) => (await import('./list-prompts.ts')).listPrompts(host, options)),
    );
}

function addShow(prompt: Command, host: CommandHost): void {
  addVersionOptions(
    prompt
      .command('show')
      .description('show a prompt with one of its versions')
      .argument(...NAME),
  )
    .option('--at <time>', 'as it was at this time, such as 2026-10-01T12:00:00Z')
    .option('--content', 'print only the template; of a chat, its messages')
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      examples(
        'prompthold prompt show support/reply',
        'prompthold prompt show support/reply --version 2',
        'prompthold prompt show support/reply --label staging --content > reply.txt',
        'prompthold prompt show support/reply --at 2026-10-01T12:00:00Z --json',
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: ShowOptions, name) =>
        (await import('./show-prompt.ts')).showPrompt(host, options, name),
      ),
    );
}

function addRender(prompt: Command, host: CommandHost): void {
  const render = prompt.command('render').description('fill in the variables of a prompt and print the result');
  addVersionOptions(render.argument(...NAME))
    .option('--var <name=value>', 'a variable that is a string (may be repeated)', collect)
    .option('--var-json <name=json>', 'a variable as JSON: a number, true, a list, … (may be repeated)', collect)
    .option('--values <file>', 'a JSON object with variables; - is standard input. --var and --var-json win')
    .option('--placeholders <file>', 'a JSON object with a list of messages for each placeholder of a chat, or -')
    .option('--no-strict', 'missing variables are empty, unknown ones ignored')
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      examples(
        'prompthold prompt render support/reply --var name=Ada',
        "prompthold prompt render support/reply --var name=Ada --var-json items='[1, 2]'",
        'prompthold prompt render support/reply --values values.json --label staging',
        `echo '{"name": "Ada"}' | prompthold prompt render support/reply --values - --json`,
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: RenderOptions, name) =>
        (await import('./render-prompt.ts')).renderPrompt(host, options, name),
      ),
    );
}

function addDiff(prompt: Command, host: CommandHost): void {
  prompt
    .command('diff')
    .description('compare two versions: content, variables, config, and whether the change breaks callers')
    .argument(...NAME)
    .argument('[from]', 'a version, a label, or latest', DEFAULT_LABEL)
    .argument('[to]', 'a version, a label, or latest', LATEST)
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      examples(
        'prompthold prompt diff support/reply',
        'prompthold prompt diff support/reply 1 2',
        'prompthold prompt diff support/reply production staging --json',
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: JsonOption, name, from, to) =>
        (await import('./compare-versions.ts')).compareVersions(host, options, name, [from, to]),
      ),
    );
}

function addHistory(prompt: Command, host: CommandHost): void {
  prompt
    .command('history')
    .description('list the versions of a prompt, or the moves of one of its labels, newest first')
    .argument(...NAME)
    .option('--label <label>', 'the moves of this label instead of the versions')
    .option(...LIMIT)
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      examples(
        'prompthold prompt history support/reply',
        'prompthold prompt history support/reply --label production --limit 5',
        'prompthold prompt history support/reply --json',
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: HistoryOptions, name) =>
        (await import('./show-history.ts')).showHistory(host, options, name),
      ),
    );
}

function addPromote(prompt: Command, host: CommandHost): void {
  prompt
    .command('promote')
    .description('move a label to a version; refused if that breaks callers of the label')
    .argument(...NAME)
    .argument('<version>', 'a version, another label, or latest')
    .option(...LABEL)
    .option('--force', 'even if it breaks callers: they may send other variables than the version needs')
    .option('--message <message>', 'why the label is moved')
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      examples(
        'prompthold prompt promote support/reply 3 --label production',
        'prompthold prompt promote support/reply staging --label production',
        "prompthold prompt promote support/reply latest --label production --force --message 'callers send city now'",
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: PromoteOptions, name, version) =>
        (await import('./move-label.ts')).promote(host, options, name, version),
      ),
    );
}

function addRollback(prompt: Command, host: CommandHost): void {
  prompt
    .command('rollback')
    .description('move a label back to the version before its last move')
    .argument(...NAME)
    .option(...LABEL)
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      examples(
        'prompthold prompt rollback support/reply --label production',
        'prompthold prompt rollback support/reply --label staging --json',
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: LabelOptions, name) =>
        (await import('./move-label.ts')).rollBack(host, options, name),
      ),
    );
}

const collect = (text: string, texts: readonly string[] = []): readonly string[] => [...texts, text];

/** Adds the options that select a version. */
const addVersionOptions = (command: Command): Command =>
  command
    .option('--label <label>', 'the version with this label, or latest (default: production, else the newest)')
    .option('--version <version>', 'this version');
