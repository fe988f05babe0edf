/** Showing what will be sent, and asking whether it should be. */
import {sanitize} from '../platform/text/clean.ts';
import {printableJson} from '../platform/text/json.ts';
import {shellQuote} from '../platform/text/quoted.ts';
import type {Account} from '../store/account.ts';
import {isTyped} from '../store/changes/confirm.ts';
import {impactLines} from '../store/changes/impact.ts';
import {warningsOfAll} from '../store/changes/several.ts';
import type {Difference, Preview} from '../store/changes/types.ts';
import type {Identifiers} from '../store/identifiers.ts';
import {type Surroundings, Usage} from './account.ts';
import type {DoLine} from './line.ts';
import type {Ready} from './prepare.ts';
import {isYes} from './terminal.ts';

interface Request extends Pick<Preview, 'method' | 'path'> {
  /** What it is about. */
  readonly label: string | undefined;
  readonly body: unknown;
  /** The request after it, where it takes two. */
  readonly followed: Preview['followed'];
  /** What would be different, in words. */
  readonly changes: readonly Difference[];
  readonly notes: readonly string[];
}

const requestOf = (ready: Ready, identifiers: Identifiers): Request => {
  const {method, path, body, followed, differences} = ready.preview;
  return {
    method,
    path,
    label: labelOf(ready),
    body: body === undefined ? undefined : JSON.parse(body),
    followed,
    changes: differences.map(one => ({...one, path: identifiers.fieldName(one.path)})),
    notes: notesOf(ready.preview),
  };
};

const labelOf = ({row, change}: Ready): string | undefined => row && change.family.label(row);

/** The requests as they would be sent, and what they would change: as text, as JSON, or as curl lines. */
export function dryText(ready: readonly Ready[], several: boolean, {named, curl, json}: DoLine): string {
  if (curl) return ready.map(({preview}) => `${preview.curl}\n`).join('');
  if (json) {
    const confirm = typingFor(ready);
    const requests = ready.map(one => ({
      ...requestOf(one, named.identifiers),
      ...(confirm !== undefined && {confirm}),
    }));
    return `${printableJson(several ? requests : requests[0], 2)}\n`;
  }
  const confirm = confirmWords(ready);
  return `${previewsText(ready, bodyText)}${confirm === undefined ? '' : `  ! ${confirm}\n`}`;
}

/** What sends it without a question, where a plain --yes does not. */
function confirmWords(ready: readonly Ready[]): string | undefined {
  const typing = typingFor(ready);
  return typing === undefined ? undefined : `needs --yes --confirm ${shellQuote(sanitize(typing))}`;
}

/** Each request, and what goes with it: of several once for all of them, with whom it is about. */
function previewsText(ready: readonly Ready[], bodyOf: (one: Ready) => string): string {
  const notes = notesOfAll(ready, ({preview}) => notesOf(preview)).map(note => `  ! ${sanitize(note)}\n`);
  const request = (one: Ready) => `${previewLines(one).join('\n')}\n`;
  const [only, another] = ready;
  if (only && !another) return [request(only), ...notes, bodyOf(only)].join('');
  const head = notes.length > 0 ? [`With these ${ready.length}:\n`] : [];
  return [...ready.map(one => `${request(one)}${bodyOf(one)}`), ...head, ...notes].join('');
}

const notesOfAll = (ready: readonly Ready[], of: (one: Ready) => readonly string[]): readonly string[] =>
  ready.length > 1 ? warningsOfAll(ready, one => labelOf(one) ?? '', of) : ready.flatMap(of);

const bodyText = ({preview: {body}}: Ready): string => (body === undefined ? '' : `${body}\n`);

/** The request, and what differs by it. */
function previewLines(ready: Ready): readonly string[] {
  const {method, path, differences, followed} = ready.preview;
  const label = labelOf(ready);
  const changes = differences.map(({title, before, after}) =>
    before === undefined ? `  ${title}: ${after ?? 'none'}` : `  ${title}: ${before} → ${after ?? 'none'}`,
  );
  return [
    [method, path, ...(label ? [`(${label})`] : [])].join(' '),
    ...(followed === undefined ? [] : [`  then ${followed.method} at ${followed.to}`]),
    ...changes,
  ].map(text => sanitize(text));
}

/** All that the request itself does not say. */
const notesOf = (preview: Preview): readonly string[] => {
  const {scopes, final} = preview;
  return [
    ...warningsOf(preview),
    ...(scopes.length > 0 ? [`a token needs ${scopes.join(' and ')} for it`] : []),
    ...(final === undefined ? [] : [`cannot be undone from here: ${final}`]),
  ];
};

/** What is told to whoever sends it unseen, too. */
const warningsOf = ({charges, warnings, impact}: Preview): readonly string[] => [
  ...(charges ? [billing] : []),
  ...warnings,
  ...impact.flatMap(impactLines),
];

const billing = 'This starts or raises billing.';

/** What is typed before it is sent: the label of one, the number of several. */
function typingFor(ready: readonly Ready[]): string | undefined {
  const [typing] = ready.flatMap(({typing}) => typing ?? []);
  return typing === undefined || ready.length === 1 ? typing : String(ready.length);
}

/** One question for all of it. @throws Usage where nobody can be asked */
export async function isAgreed(
  ready: readonly Ready[],
  line: DoLine,
  account: Account,
  {ask, err}: Surroundings,
): Promise<boolean> {
  const typing = typingFor(ready);
  if (line.yes) {
    if (typing !== undefined && !isTyped(line.confirm ?? '', typing))
      throw new Usage(unconfirmed(line.confirm, typing));
    const warnings = notesOfAll(ready, ({preview}) => warningsOf(preview));
    for (const warning of new Set(warnings)) err(`${sanitize(warning)}\n`);
    return true;
  }
  if (!ask) throw new Usage('nobody can be asked here: --yes sends it, --dry-run shows what would be sent');
  err(`${sanitize(account.profile.name)}:\n${previewsText(ready, () => '')}`);
  const what = ready.length === 1 ? 'it' : `these ${ready.length}`;
  if (typing === undefined) return isYes(await ask(`Send ${what}? [y/N] `));
  if (isTyped(line.confirm ?? '', typing)) return isYes(await ask(`This cannot be undone. Send ${what}? [y/N] `));
  return isTyped(await ask(`This cannot be undone. Type ${sanitize(typing)} to send ${what}: `), typing);
}

const unconfirmed = (confirm: string | undefined, typing: string): string =>
  confirm === undefined
    ? `this cannot be undone: it needs --confirm ${shellQuote(sanitize(typing))} beside --yes`
    : `--confirm ${shellQuote(confirm)} is not what it is about: that is ${shellQuote(sanitize(typing))}`;
