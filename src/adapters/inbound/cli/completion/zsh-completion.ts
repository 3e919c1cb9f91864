import { type CompletedCommand, type Offer, optionsWithValue, positionPattern, valueCases } from './command-tree.ts';

/** Works when it is sourced and as a file `_prompthold` in a folder of $fpath. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return `#compdef prompthold
# Completion of prompthold for zsh. Load it with: source <(prompthold completion zsh)

_prompthold_prompts() {
  local -a names
  names=("\${(@f)$(_call_program prompts prompthold prompt list --quiet 2>/dev/null)}")
  compadd -a names
}

_prompthold() {
  local option='' command_path='' word index position=0
  local -a offers
  for ((index = 2; index < CURRENT; index++)); do
    word=\${words[index]}
    if [[ -n $option ]]; then
      option=''
      continue
    fi
    case $word in
      ${optionsWithValue(commands).join(' | ')}) option=$word ;;
      -*) ;;
      *)
        case "\${command_path:+$command_path }$word" in
          ${paths.join(' | ')}) command_path="\${command_path:+$command_path }$word" ;;
          *) position=$((position + 1)) ;;
        esac
        ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    option=\${PREFIX%%=*}
    compset -P '*='
  fi

  if [[ -n $option ]]; then
    case "$command_path $option" in
${commands.flatMap((command) => valueCases(command, offer)).join('\n')}
    esac
    return
  fi
  if [[ $PREFIX != -* ]]; then
    case "$command_path $position" in
${commands.flatMap(operandCases).join('\n')}
    esac
  fi
  case $command_path in
${commands.map(optionCase).join('\n')}
  esac
}

if [[ \${funcstack[1]} == _prompthold ]]; then
  _prompthold "$@"
else
  compdef _prompthold prompthold
fi`;
}

const operandCases = (command: CompletedCommand): string[] => {
  const { path, subcommands, operands } = command;
  return subcommands.length > 0
    ? [`      '${path} 0') offers=(${subcommands.map(describe).join(' ')}); _describe command offers; return ;;`]
    : operands.flatMap((what, position) =>
        what === 'nothing' ? [] : [`      '${path} '${positionPattern(command, position)}) ${offer(what)}; return ;;`],
      );
};

const optionCase = ({ path, options }: CompletedCommand): string =>
  `    '${path}') offers=(${options.map(describe).join(' ')}); _describe -o option offers ;;`;

/** `'name:description'`, quoted for zsh. */
const describe = ({ name, description }: { readonly name: string; readonly description: string }): string =>
  `'${name}:${description.replaceAll("'", "'\\''")}'`;

const OFFERS = { nothing: ':', files: '_files', folders: '_files -/', prompts: '_prompthold_prompts' };

const offer = (what: Offer): string => (typeof what === 'string' ? OFFERS[what] : `compadd ${what.join(' ')}`);
