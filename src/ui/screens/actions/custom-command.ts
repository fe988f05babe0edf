/** The user's own commands: actions of families that run a program on the whole screen. */
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {type FilledArgv, fillTemplate} from '../../../platform/process/argv-template.ts';
import {shellQuote} from '../../../platform/text/shell-quote.ts';
import type {CustomCommand} from '../../../profiles/custom-settings.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {AccountPort, NotificationPort, OverlayPort, SettingsPort, TerminalPort} from '../../context/ports.ts';
import {openRunMenu} from '../../models/menu.ts';
import {sanitize} from '../../terminal/index.ts';
import type {AvailableAction} from './action-types.ts';

type CustomCommandPorts = AccountPort & OverlayPort & SettingsPort & TerminalPort;

/** The commands from the settings for rows of this family. */
export function customCommandActions(
  context: CustomCommandPorts,
  {family, rows}: ActionSubject,
): readonly AvailableAction[] {
  return context.settings.commands
    .filter(({on}) => on.includes(family.id))
    .map(command => {
      const linesNow = () => rows.map(row => lineFor(context, command, family, row));
      const lines = linesNow();
      return {
        name: command.name,
        title: command.title,
        key: command.key,
        on: 'row',
        isDestructive: false,
        isOwn: true,
        unless() {
          const refusal = lines.find(line => 'refused' in line);
          return lines.length === 0
            ? 'Nothing selected'
            : refusal && 'refused' in refusal
              ? refusal.refused
              : undefined;
        },
        run() {
          let exited: Promise<void> | undefined;
          context.session.whenSpelled(() => {
            const argvs = linesNow().flatMap(line => ('argv' in line ? [line.argv] : []));
            if (command.confirm) confirm(context, command, argvs);
            else exited = runAll(context, command, argvs);
          });
          return exited;
        },
      };
    });
}

function lineFor(context: AccountPort, {run}: CustomCommand, family: Family, row: AnyRow): FilledArgv {
  return fillTemplate(run, name => {
    const {lookup} = context.session;
    if (name === 'id') return family.idText(row, lookup);
    if (name === 'label') return family.label(row, lookup);
    if (name === 'profile') return context.profile.name;
    // Other tools expect identifiers in the API's spelling; the contract's names are accepted as well.
    return valueIn(family.spelled(row, lookup), name) ?? valueIn(row, name);
  });
}

const valueIn = (row: AnyRow, path: string): string | undefined =>
  textOf(path.split('.').reduce<unknown>((value, part) => Object(first(value))[part], row));

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const textOf = (value: unknown): string | undefined => {
  const text = first(value);
  return typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean' ? String(text) : undefined;
};

/** The command as a user would type it in a shell. */
const commandText = (argv: readonly string[]): string =>
  sanitize(argv.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuote(word))).join(' '));

function confirm(
  context: OverlayPort & TerminalPort,
  command: CustomCommand,
  argvs: readonly (readonly string[])[],
): void {
  const [line = []] = argvs;
  const commandsText = argvs.length === 1 ? commandText(line) : `${commandText(line)} and ${argvs.length - 1} more`;
  openRunMenu(context, {
    title: `${command.title}?`,
    detail: commandsText,
    run: () => runAll(context, command, argvs),
  });
}

/** Runs the commands one after another, until one fails. */
async function runAll(
  context: NotificationPort & TerminalPort,
  {title, pause}: CustomCommand,
  argvs: readonly (readonly string[])[],
): Promise<void> {
  const {runForeground} = await import('../../../platform/process/foreground-child.ts');
  for (const [index, argv] of argvs.entries()) {
    const ended = await context.terminal.runSuspended(() => runForeground(argv, {pause}));
    if ('missing' in ended) {
      context.say(`${ended.missing}: not found in PATH. Change commands in the settings.`, 'failed');
      return;
    }
    if ('failed' in ended) {
      context.say(ended.failed, 'failed');
      return;
    }
    const exitText = 'signal' in ended ? ended.signal : ended.status;
    const left = argvs.length - index - 1;
    if (exitText !== 0) {
      context.say(
        `${title}: ${commandText(argv)} ended with ${exitText}${left > 0 ? `; ${left} more not run` : ''}`,
        'attention',
      );
      return;
    }
  }
  context.say(`${title}: done${argvs.length > 1 ? `, ${argvs.length} times` : ''}`, 'ok');
}
