/** The verbs that open a connection to an instance: ssh and the serial console. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {ActionPorts} from '../../context/ports.ts';
import {hasSerialConsole, openSerial, openSsh, serialUnavailable, sshUnavailable} from '../overlays/ssh.ts';
import type {Suggestion} from './suggestion.ts';

export const connections = ['ssh', 'serial'] as const;
type ConnectionVerb = (typeof connections)[number];
export const isConnection = (verb: string): verb is ConnectionVerb => connections.some(one => one === verb);

export function connectionTo(
  context: ActionPorts,
  verb: ConnectionVerb,
  row: AnyRow | undefined,
  label: string,
): readonly Suggestion[] {
  const completion = `${verb} ${label}`;
  if (verb === 'ssh')
    return row === undefined || sshUnavailable(row) !== undefined
      ? []
      : [{lead: 'act', text: `ssh: ${label}`, completion, names: [], run: () => openSsh(context, row)}];
  if (row === undefined || !hasSerialConsole(row)) return [];
  const off = serialUnavailable(context);
  const text = `Serial console: ${label}`;
  const run = () => openSerial(context, row);
  return [{lead: 'act', text, completion, names: [], ...(off !== undefined && {unless: off}), run}];
}

/** The verb without a name: a connection to the resource under the cursor, and a hint how to name another resource. */
export function connectionByVerb(
  context: ActionPorts,
  verb: ConnectionVerb,
  subject: ActionSubject | undefined,
): readonly Suggestion[] {
  const row = subject?.rows.length === 1 ? subject.rows[0] : undefined;
  const shown = row === undefined || !subject ? [] : connectionTo(context, verb, row, subject.family.label(row));
  return [
    ...shown,
    {
      lead: 'act',
      text: verb,
      completion: `${verb} `,
      names: [],
      unless: `name an instance: ${verb} web-01`,
      run: () => {},
    },
  ];
}
