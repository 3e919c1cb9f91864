import { type CompletedCommand, type Offer, optionsWithValue, positionPattern, valueCases } from './command-tree.ts';

/** Needs nothing but bash, from version 3.2 on: no bash-completion, no associative arrays. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return `# Completion of prompthold for bash. Load it with: source <(prompthold completion bash)

# Offers each line that begins with the current word. No line is ever expanded or executed.
_prompthold_offer() {
  local line
  while IFS= read -r line; do
    if [[ -n $line && $line == "$current"* ]]; then COMPREPLY+=("$line"); fi
  done
}

_prompthold_files() {
  compopt -o filenames 2>/dev/null
  _prompthold_offer < <(compgen "$1" -- "$current")
}

_prompthold_prompts() {
  _prompthold_offer < <(prompthold prompt list --quiet 2>/dev/null)
}

_prompthold() {
  local current=\${COMP_WORDS[COMP_CWORD]} option='' path='' word index position=0
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ -n $option ]]; then
      # Bash splits --option=value into three words.
      [[ $word == '=' ]] || option=''
      continue
    fi
    case $word in
      ${optionsWithValue(commands).join(' | ')}) option=$word ;;
      -*) ;;
      *)
        case "\${path:+$path }$word" in
          ${paths.join(' | ')}) path="\${path:+$path }$word" ;;
          *) position=$((position + 1)) ;;
        esac
        ;;
    esac
  done
  if [[ $current == '=' ]]; then current=''; fi

  if [[ -n $option ]]; then
    case "$path $option" in
${commands.flatMap((command) => valueCases(command, offer)).join('\n')}
    esac
    return
  fi
  if [[ $current != -* ]]; then
    case "$path $position" in
${commands.flatMap(operandCases).join('\n')}
    esac
  fi
  if [[ \${#COMPREPLY[@]} -eq 0 && ( $current == -* || -z $current ) ]]; then
    case $path in
${commands.map(optionCase).join('\n')}
    esac
  fi
}

complete -F _prompthold prompthold`;
}

const operandCases = (command: CompletedCommand): string[] => {
  const { path, subcommands, operands } = command;
  const first = subcommands.map(({ name }) => name);
  const offers: readonly Offer[] = first.length > 0 ? [first] : operands;
  return offers.flatMap((what, position) =>
    what === 'nothing' ? [] : [`      '${path} '${positionPattern(command, position)}) ${offer(what)} ;;`],
  );
};

const optionCase = ({ path, options }: CompletedCommand): string =>
  `      '${path}') ${offer(options.map(({ name }) => name))} ;;`;

const OFFERS = {
  nothing: ':',
  files: '_prompthold_files -f',
  folders: '_prompthold_files -d',
  prompts: '_prompthold_prompts',
};

const offer = (what: Offer): string =>
  typeof what === 'string' ? OFFERS[what] : `_prompthold_offer < <(printf '%s\\n' ${what.join(' ')})`;
