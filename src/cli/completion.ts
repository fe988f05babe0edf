/**
 * Completion scripts, made from the data: commands, families, actions and the flags of each are in them. Names of the
 * account and values of flags are asked of `skydeck __complete`, which is quick, or silent.
 */
import {families} from '../families/registry.ts';
import {Usage} from './account.ts';
import {actionName, allActions, shortName} from './actions.ts';
import {lineFlagsOf, ownFlags} from './flags.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** A command as it is completed: its words and its flags. */
export interface Completed {
  readonly name: string;
  readonly flags: readonly string[];
  readonly words: readonly string[];
}

/** @param commands all but `do` and those that take a family first, which are known from the data */
export function completion(shell: string, commands: readonly Completed[], flags: readonly string[]): string {
  const actions = allActions().map(named => ({
    name: actionName(named),
    flags: [
      ...lineFlagsOf(named.endpoint, named.action).flatMap(({name, field}) =>
        field.kind === 'flag' ? [`--${name}`, `--no-${name}`] : [`--${name}`],
      ),
      ...Object.keys(ownFlags).map(name => `--${name}`),
    ],
  }));
  if (shell === 'fish') return fish(commands, actions, flags);
  const cases = posixCases(commands, actions, flags);
  if (shell === 'bash') return bash(cases);
  if (shell === 'zsh') return zsh(cases);
  throw new Usage(`there is no completion for "${shell}": there is ${shells.join(', ')}`);
}

type Action = Pick<Completed, 'name' | 'flags'>;

const familyNames = (): string[] => [...new Set(families.map(shortName))];

function posixCases(commands: readonly Completed[], actions: readonly Action[], flags: readonly string[]): string {
  const familyWords = familyNames().join(' ');
  return [
    '  case "$command" in',
    `    '') offered="${[...commands.map(({name}) => name), ...flags].join(' ')}" ;;`,
    ...commands
      .filter(({name}) => name !== 'do')
      .map(({name, words, flags: own}) => {
        const first = name === 'get' || name === 'wait' ? familyWords : words.join(' ');
        return `    ${name}) if [ -z "$first" ]; then offered="${first} ${own.join(' ')}"; else offered="${own.join(' ')}"; fi ;;`;
      }),
    '    do) case "$first" in',
    `      '') offered="${actions.map(({name}) => name).join(' ')} --help" ;;`,
    ...actions.map(({name, flags: own}) => `      ${name}) offered="${own.join(' ')}" ;;`),
    '    esac ;;',
    '  esac',
  ].join('\n');
}

const bash = (cases: string): string => `# skydeck completion bash: source it, or put it where bash-completion looks.
_skydeck() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" first="" offered="" word index line
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in
      -*) ;;
      *) if [ -z "$command" ]; then command="$word"; elif [ -z "$first" ]; then first="$word"; fi ;;
    esac
  done
  COMPREPLY=()
  if [[ "$current" != -* && ( "$previous" == --profile || -n "$first" ) ]]; then
    while IFS= read -r line; do
      COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")")
    done < <(skydeck __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    return
  fi
${cases}
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _skydeck skydeck
`;

const zsh = (cases: string): string => `#compdef skydeck
# skydeck completion zsh: put it into a folder of $fpath as _skydeck.
_skydeck() {
  local command="" first="" word offered="" index line
  local -a values shown
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    case "$word" in
      -*) ;;
      *) if [ -z "$command" ]; then command="$word"; elif [ -z "$first" ]; then first="$word"; fi ;;
    esac
  done
  if [[ "\${words[CURRENT]}" != -* && ( "\${words[CURRENT-1]}" == --profile || -n "$first" ) ]]; then
    while IFS= read -r line; do
      values+=("\${line%%$'\\t'*}")
      shown+=("\${line/$'\\t'/  }")
    done < <(skydeck __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
    (( \${#values} )) && compadd -l -d shown -a values
    return
  fi
${cases}
  compadd -- \${=offered}
}
if [ "\${funcstack[1]}" = _skydeck ]; then _skydeck "$@"; else compdef _skydeck skydeck; fi
`;

const fish = (commands: readonly Completed[], actions: readonly Action[], flags: readonly string[]): string => {
  const flag = (name: string) => name.replace(/^--/, '-l ');
  const lines = [
    '# skydeck completion fish: put it into ~/.config/fish/completions/skydeck.fish',
    'complete -c skydeck -f',
    `complete -c skydeck -n __fish_use_subcommand -a '${commands.map(({name}) => name).join(' ')}'`,
    ...flags.map(name => `complete -c skydeck -n __fish_use_subcommand ${flag(name)}`),
    // The words before the cursor without their flags: the command is the second, what it is about the third.
    'function __skydeck_words; string match -v -- "-*" (commandline -opc); end',
    'function __skydeck_first; test (count (__skydeck_words)) -eq 2; end',
    'function __skydeck_names; skydeck __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null; end',
    `complete -c skydeck -n '__skydeck_first; and __fish_seen_subcommand_from get wait' -a '${familyNames().join(' ')}'`,
    "complete -c skydeck -n 'test (count (__skydeck_words)) -gt 2' -a '(__skydeck_names)'",
  ];
  for (const {name, words, flags: own} of commands.filter(command => command.name !== 'do')) {
    const condition = `-n '__fish_seen_subcommand_from ${name}'`;
    if (words.length > 0) lines.push(`complete -c skydeck ${condition} -a '${words.join(' ')}'`);
    lines.push(...own.map(option => `complete -c skydeck ${condition} ${flag(option)}`));
  }
  const names = actions.map(({name}) => name).join(' ');
  lines.push(`complete -c skydeck -n '__skydeck_first; and __fish_seen_subcommand_from do' -a '${names}'`);
  for (const {name, flags: own} of actions)
    for (const option of own)
      lines.push(`complete -c skydeck -n '__fish_seen_subcommand_from ${name}' ${flag(option)}`);
  return `${lines.join('\n')}\n`;
};
