/** Copies through the terminal and reports whether the copy was confirmed. */
import type {Toast} from '../../../store/session/toast.ts';
import type {NotificationPort, TerminalPort} from '../../context/ports.ts';
import type {CopyOutcome} from '../../terminal/index.ts';

/** Copies a text; returns true if a clipboard confirmed it. */
export async function copyText(context: NotificationPort & TerminalPort, text: string, name: string): Promise<boolean> {
  const outcome = await context.terminal.copy(text);
  const [message, tone] = copyWords(outcome, name);
  context.say(message, tone);
  return outcome.result === 'copied';
}

function copyWords(outcome: CopyOutcome, name: string): readonly [message: string, tone: Toast['tone']] {
  switch (outcome.result) {
    case 'copied':
      return [`Copied ${name} to the tmux buffer.${outcome.isRelayed ? ' Sent to the terminal, too.' : ''}`, 'ok'];
    case 'sent':
      return outcome.through === 'tmux'
        ? [`Sent ${name} to tmux. tmux passes it on only with set-clipboard on.`, 'attention']
        : [`Sent ${name} to the terminal’s clipboard.`, 'ok'];
    case 'too-large':
      return [`${name} is too large for the terminal’s clipboard (at most ${outcome.limit} bytes).`, 'attention'];
    case 'unavailable':
      return [`Can’t copy ${name}: no terminal is attached.`, 'attention'];
  }
}
