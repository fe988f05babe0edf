/**
 * Completion scripts, generated from the data: they contain the commands, the families, the actions and the flags of
 * each. Names from the account and values of flags come from `skydeck __complete`, which is fast and prints no errors.
 */
import {families} from '../../families/registry.ts';
import {contractIdentifiers, type Identifiers} from '../../store/api/identifiers.ts';
import {commandFlags, lineFlagsOf} from '../args/action-flags.ts';
import {actionName, allActions, familyName, type NamedAction} from '../args/action-names.ts';
import {UsageError} from '../io/command-errors.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** A command with its words and its flags for completion. */
export interface CompletedCommand {
  readonly name: string;
  readonly flags: readonly string[];
  readonly words: readonly string[];
}

/**
 * @param commands all commands except `do` and those whose first word is a family, which are known from the data
 * @param identifiers the spelling of the profiles' providers: flags of actions are named after fields
 */
export function completionScript(
  shell: string,
  commands: readonly CompletedCommand[],
  flags: readonly string[],
  identifiers: readonly Identifiers[] = [contractIdentifiers],
): string {
  const actions = allActions().map(namedAction => ({
    name: actionName(namedAction),
    flags: [
      ...new Set(identifiers.flatMap(spelling => fieldFlags(namedAction, spelling))),
      ...Object.keys(commandFlags).map(name => `--${name}`),
    ],
  }));
  if (shell === 'fish') return fishScript(commands, actions, flags);
  const cases = posixCases(commands, actions, flags);
  if (shell === 'bash') return bashScript(cases);
  if (shell === 'zsh') return zshScript(cases);
  throw new UsageError(`Unknown shell "${shell}". Supported: ${shells.join(', ')}`);
}

const fieldFlags = ({endpoint, action}: NamedAction, identifiers: Identifiers): string[] =>
  lineFlagsOf(endpoint, action, identifiers).flatMap(({name, field}) =>
    field.kind === 'flag' ? [`--${name}`, `--no-${name}`] : [`--${name}`],
  );

type ActionFlags = Pick<CompletedCommand, 'name' | 'flags'>;

/** Flags with a value that are valid before the command, or between the command and its first argument. */
const valueFlags = [
  'profile',
  'base-url',
  'filter',
  'columns',
  'sort',
  'query',
  'timeout',
  'request-timeout',
  'log',
  'body',
  'confirm',
  'key',
  'parallel',
  'listen',
  'cursor',
  'tag',
  'plan',
  'plan-expires',
].map(name => `--${name}`);

const familyNames = (): string[] => [...new Set(families.map(familyName))];

function posixCases(
  commands: readonly CompletedCommand[],
  actions: readonly ActionFlags[],
  flags: readonly string[],
): string {
  const familyWords = familyNames().join(' ');
  return [
    '  case "$command" in',
    `    '') offered="${[...commands.map(({name}) => name), ...flags].join(' ')}" ;;`,
    ...commands
      .filter(({name}) => name !== 'do')
      .map(({name, words, flags: commandFlags}) => {
        const first = name === 'get' || name === 'wait' ? familyWords : words.join(' ');
        return `    ${name}) if [ -z "$first" ]; then offered="${first} ${commandFlags.join(' ')}"; else offered="${commandFlags.join(' ')}"; fi ;;`;
      }),
    '    do) case "$first" in',
    `      '') offered="${actions.map(({name}) => name).join(' ')} --help" ;;`,
    ...actions.map(({name, flags: commandFlags}) => `      ${name}) offered="${commandFlags.join(' ')}" ;;`),
    '    esac ;;',
    '  esac',
  ].join('\n');
}

/** Finds the command and its first argument among the words before the cursor, ignoring flags and their values. */
const posixWords = `    if [ -n "$skip" ]; then skip=""; continue; fi
    case "$word" in
      ${valueFlags.join('|')}) skip=1 ;;
      -*) ;;
      *) if [ -z "$command" ]; then command="$word"; elif [ -z "$first" ]; then first="$word"; fi ;;
    esac`;

/**
 * True if the candidates come from the account, the settings or the program: for a value, or a word after the first
 * argument.
 */
const posixAsks = `case "$previous" in
    --profile|--sort) asks=1 ;;
  esac
  case "$current" in
    --*=*) asks=1 ;;
    -*) ;;
    *) if [ -n "$first" ] || [ "$command" = login ] || [ "$command" = logout ]; then asks=1; fi ;;
  esac`;

/** Bash also splits words at = and :. The script joins them again, and doesn't repeat the part before the last one. */
const bashScript = (
  cases: string,
): string => `# skydeck completion bash: source it, or put it where bash-completion looks.
_skydeck() {
  local -a typed=()
  local index word joined=""
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ "$word" == [:=]* && \${#typed[@]} -gt 0 ]]; then
      typed[\${#typed[@]}-1]+="$word"; joined=1
    elif [ -n "$joined" ]; then
      typed[\${#typed[@]}-1]+="$word"; joined=""
    else
      typed+=("$word")
    fi
  done
  local count=\${#typed[@]}
  local current="\${typed[count-1]}" previous="" command="" first="" offered="" asks="" skip="" line prefix=""
  [ "$count" -gt 1 ] && previous="\${typed[count-2]}"
  for word in "\${typed[@]:0:count-1}"; do
${posixWords}
  done
  [[ "$current" == *[:=]* ]] && prefix="\${current%"\${current##*[:=]}"}"
  COMPREPLY=()
  if [[ "$current" == @* ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -P @ -f -- "\${current#@}"))
    return
  fi
  ${posixAsks}
  if [ -n "$asks" ]; then
    while IFS= read -r line; do
      line="\${line%%$'\\t'*}"
      [[ "$line" == *[:=] ]] && compopt -o nospace 2>/dev/null
      line="$(printf '%q' "$line")"
      line="\${line//\\\\,/,}"
      COMPREPLY+=("\${line#"$prefix"}")
    done < <(skydeck __complete -- "\${typed[@]}" 2>/dev/null)
    # A flag may take a file: only there files are offered.
    if [[ \${#COMPREPLY[@]} -eq 0 && "$previous" == --* ]]; then compopt -o default 2>/dev/null; fi
    return
  fi
${cases}
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -F _skydeck skydeck
`;

const zshScript = (cases: string): string => `#compdef skydeck
# skydeck completion zsh: put it into a folder of $fpath as _skydeck.
_skydeck() {
  local command="" first="" word offered="" asks="" skip="" line
  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}"
  local -a values open shown openShown
  for word in "\${(@)words[2,CURRENT-1]}"; do
${posixWords}
  done
  if [[ "$current" == @* ]]; then
    compset -P @
    _files
    return
  fi
  ${posixAsks}
  if [[ -n "$asks" ]]; then
    while IFS= read -r line; do
      word="\${line%%$'\\t'*}"
      if [[ "$word" == *[:=] ]]; then
        open+=("$word"); openShown+=("\${line/$'\\t'/  }")
      else
        values+=("$word"); shown+=("\${line/$'\\t'/  }")
      fi
    done < <(skydeck __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
    (( \${#values} )) && compadd -l -d shown -a values
    # Behind a field comes its value, and no space.
    (( \${#open} )) && compadd -S '' -l -d openShown -a open
    # A flag may take a file: only there files are offered.
    if (( \${#values} + \${#open} == 0 )) && [[ "$previous" == --* ]]; then _files; fi
    return
  fi
${cases}
  compadd -- \${=offered}
}
if [ "\${funcstack[1]}" = _skydeck ]; then _skydeck "$@"; else compdef _skydeck skydeck; fi
`;

const fishScript = (
  commands: readonly CompletedCommand[],
  actions: readonly ActionFlags[],
  flags: readonly string[],
): string => {
  const flag = (name: string) => name.replace(/^--/, '-l ');
  const lines = [
    '# skydeck completion fish: put it into ~/.config/fish/completions/skydeck.fish',
    'complete -c skydeck -f',
    // The words before the cursor without flags and their values: the second is the command, the third its first
    // argument.
    `function __skydeck_words
  set -l skip
  for word in (commandline -opc)
    if test -n "$skip"
      set skip
    else if contains -- $word ${valueFlags.join(' ')}
      set skip 1
    else if not string match -q -- "-*" $word
      echo $word
    end
  end
end`,
    'function __skydeck_at; test (count (__skydeck_words)) -eq $argv[1]; end',
    'function __skydeck_is; set -l words (__skydeck_words); contains -- "$words[2]" $argv; end',
    // A value of a flag may be a file: files are offered there and after an at sign.
    `function __skydeck_names
  set -l current (commandline -ct)
  if string match -q -- '@*' $current
    __fish_complete_path (string sub -s 2 -- $current) | string replace -r -- '^' @
    return
  end
  set -l offers (skydeck __complete -- (commandline -opc)[2..-1] $current 2>/dev/null)
  if set -q offers[1]
    printf '%s\\n' $offers
  else if string match -q -- '--*' (commandline -opc)[-1]
    __fish_complete_path $current
  end
end`,
    `complete -c skydeck -n '__skydeck_at 1' -a '${commands.map(({name}) => name).join(' ')}'`,
    ...flags.map(name => `complete -c skydeck -n '__skydeck_at 1' ${flag(name)}`),
    `complete -c skydeck -n '__skydeck_at 2; and __skydeck_is get wait' -a '${familyNames().join(' ')}'`,
    "complete -c skydeck -n 'not __skydeck_at 1; and not __skydeck_at 2' -a '(__skydeck_names)'",
    "complete -c skydeck -n '__skydeck_at 2; and __skydeck_is login logout' -a '(__skydeck_names)'",
    "complete -c skydeck -l profile -x -a '(__skydeck_names)'",
  ];
  for (const {name, words, flags: commandFlags} of commands.filter(command => command.name !== 'do')) {
    const condition = `-n '__skydeck_is ${name}'`;
    if (words.length > 0)
      lines.push(`complete -c skydeck -n '__skydeck_at 2; and __skydeck_is ${name}' -a '${words.join(' ')}'`);
    lines.push(...commandFlags.map(option => `complete -c skydeck ${condition} ${flag(option)}`));
  }
  const names = actions.map(({name}) => name).join(' ');
  lines.push(`complete -c skydeck -n '__skydeck_at 2; and __skydeck_is do' -a '${names}'`);
  for (const {name, flags: commandFlags} of actions)
    for (const option of commandFlags)
      lines.push(`complete -c skydeck -n '__fish_seen_subcommand_from ${name}' ${flag(option)}`);
  return `${lines.join('\n')}\n`;
};
