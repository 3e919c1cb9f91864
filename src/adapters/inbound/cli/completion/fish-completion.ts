import { type CompletedCommand, type Offer, optionsWithValue } from './command-tree.ts';

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  return `# Completion of prompthold for fish. Load it with: prompthold completion fish | source

# Whether the words before the cursor are this command, followed by so many operands; any number if it is left out.
function __prompthold_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l path ''
    set -l position 0
    set -l skip 0
    for word in $words
        if test $skip -eq 1
            set skip 0
        else if contains -- $word ${optionsWithValue(commands).join(' ')}
            set skip 1
        else if string match -q -- '-*' $word
            continue
        else if contains -- (string trim -- "$path $word") ${paths.join(' ')}
            set path (string trim -- "$path $word")
        else
            set position (math $position + 1)
        end
    end
    test "$path" = "$argv[1]"; and begin
        test (count $argv) -eq 1; or test $position -eq $argv[2]
    end
end

complete -c prompthold -e
complete -c prompthold -f
${commands.flatMap(linesFor).join('\n')}`;
}

function linesFor({ path, subcommands, options, operands, isVariadic }: CompletedCommand): string[] {
  const at = (position?: number): string =>
    `complete -c prompthold -n ${quote(`__prompthold_at ${quote(path)}${position === undefined ? '' : ` ${position}`}`)}`;
  return [
    ...subcommands.map(({ name, description }) => `${at(0)} -a ${name} -d ${quote(description)}`),
    ...operands.flatMap((what, position) => {
      const isRepeated = isVariadic && position === operands.length - 1;
      return what === 'nothing' ? [] : [`${at(isRepeated ? undefined : position)} ${offer(what)}`];
    }),
    ...options.map(({ name, description, value }) => {
      const argument = value === undefined ? '' : ` ${value === 'files' ? '-r -F' : `-x ${offer(value)}`}`.trimEnd();
      return `${at()} -l ${name.replace(/^--/, '')}${argument} -d ${quote(description)}`;
    }),
  ];
}

const OFFERS = {
  nothing: '',
  files: '-F',
  folders: "-a '(__fish_complete_directories)'",
  prompts: "-a '(prompthold prompt list --quiet 2>/dev/null)'",
};

const offer = (what: Offer): string => (typeof what === 'string' ? OFFERS[what] : `-a ${quote(what.join(' '))}`);

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
