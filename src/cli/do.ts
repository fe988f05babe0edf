/** `skydeck do FAMILY.ACTION [ID…] [--field value …]`: any action of any family, by the rules of the console. */
import type {AnyRow} from '../families/define.ts';
import {families} from '../families/registry.ts';
import {filesIn} from '../platform/files.ts';
import {stateFolder} from '../platform/paths.ts';
import {clean} from '../platform/text/clean.ts';
import type {Account} from '../store/account.ts';
import {openAudit} from '../store/audit.ts';
import {leavesOf, valueAt} from '../store/changes/paths.ts';
import {type Clock, realClock} from '../store/clock.ts';
import {equal} from '../store/equal.ts';
import {createSession} from '../store/session.ts';
import type {Change, ChangeOutcome, Preview, Session} from '../store/types.ts';
import {type Surroundings, Usage} from './account.ts';
import {actionName, type NamedAction} from './actions.ts';
import {exitCodes, explained} from './exit.ts';
import {bodyOf, flagsOf, readValue} from './flags.ts';
import type {DoLine} from './line.ts';
import {type Place, placeOf, readOne} from './read.ts';
import {settle} from './settle.ts';
import {until} from './time.ts';

/** How long it is found out what became of a request without an answer, milliseconds. */
const doubtAtMost = 60_000;

interface Doing {
  readonly named: NamedAction;
  readonly line: DoLine;
  readonly place: Place;
  readonly row: AnyRow | undefined;
  readonly change: Change;
  readonly session: Session;
  readonly account: Account;
  readonly clock: Clock;
  readonly surroundings: Surroundings;
}

/** @returns the exit code */
export async function perform(account: Account, line: DoLine, surroundings: Surroundings): Promise<number> {
  const {named} = line;
  const {family, name, action, endpoint, ids} = named;
  const {clock = realClock, env, err} = surroundings;
  if (endpoint.spec.upload !== undefined)
    throw new Usage(`${actionName(named)} sends a file: that is not done from a command line`);
  const values = await valuesOf(line, surroundings);
  const connection = await account.connect();
  let first: typeof connection | undefined = connection;
  const session = createSession({
    families,
    async connect() {
      const next = first ?? (await account.connect());
      first = undefined;
      return next;
    },
    clock,
    random: Math.random,
    profile: account.profile,
    audit: account.profile.name === 'demo' ? undefined : auditOf(account, env, err),
  });
  try {
    const place = placeOf(connection, family, line.ids, ids);
    const needsRow = action.on === 'row' && action.elsewhere === undefined;
    const row = needsRow ? await readOne(connection, family, place) : undefined;
    if (needsRow && !row) {
      err(`skydeck: there is no ${family.one} ${line.ids.join(' ')}\n`);
      return exitCodes.failed;
    }
    const change = session.change(family.id, name, row, place.at);
    const stop = change.subscribe(() => {});
    try {
      for (const [path, value] of values) change.set(path, value);
      return await steps({named, line, place, row, change, session, account, clock, surroundings}, values);
    } finally {
      stop();
      change.close();
    }
  } finally {
    await session.close();
    // Until the session asked for it, the connection is nobody's.
    await first?.close();
  }
}

function auditOf({profile}: Account, env: Surroundings['env'], err: Surroundings['err']) {
  const failed = (error: unknown) =>
    err(`the audit file could not be written: ${error instanceof Error ? error.message : String(error)}\n`);
  return openAudit({
    files: filesIn(stateFolder(env)),
    path: `${encodeURIComponent(profile.name)}.audit.ndjson`,
    failed,
  });
}

type Values = ReadonlyMap<string, unknown>;

async function valuesOf({named, body, fields}: DoLine, {stdin}: Surroundings): Promise<Values> {
  const input = stdin ?? (async () => '');
  const values = new Map<string, unknown>(body === undefined ? [] : leavesOf(await bodyOf(body, input)));
  for (const flag of flagsOf(named.endpoint)) {
    const given = fields.get(flag.name);
    if (given === undefined) continue;
    values.set(flag.path, typeof given === 'boolean' ? given : await readValue(flag, given, input));
  }
  return values;
}

async function steps(doing: Doing, values: Values): Promise<number> {
  const {change, surroundings, line} = doing;
  await change.ready;
  await change.toPreview();
  const {step, outcome, draft} = change.get();
  if (outcome && !draft?.problems.length) return refuse(doing, outcome);
  // What is wrong with the request comes first; what it leaves out explains why nothing would be different.
  if (draft?.problems.length) return refuse(doing, {words: problemLines(doing)});
  const ignored = unsent(doing, values);
  if (ignored.length > 0) throw new Usage(`not sent, because it has no place in this request: ${ignored.join(', ')}`);
  if (step === 'form') return refuse(doing, {words: problemLines(doing)});
  // What goes with it is known when the lists that it looks at were read.
  await until(change, ({preview}) => preview?.loading !== true);
  const {preview, typing} = change.get();
  if (!preview) throw new Error('there is nothing to preview');
  if (line.dryRun) {
    surroundings.out(dryText(preview, line));
    return exitCodes.done;
  }
  if (!(await isAgreed(doing, preview, typing))) {
    surroundings.err('nothing was sent\n');
    return exitCodes.failed;
  }
  return send(doing);
}

function refuse({surroundings: {err}}: Doing, {words, failure}: Pick<ChangeOutcome, 'words' | 'failure'>): number {
  err(`skydeck: ${failure === undefined ? clean(words) : explained(failure)}\n`);
  return exitCodes.failed;
}

/** Everything wrong with the request, by the flags that would mend it. */
function problemLines({change, named}: Doing): string {
  const flags = flagsOf(named.endpoint);
  const nameOf = (path: string) => {
    const flag = flags.find(candidate => candidate.path === path);
    return flag ? `--${flag.name}` : path;
  };
  const {draft, fields} = change.get();
  const wrong = draft?.problems.map(({field, reason}) => (field ? `${nameOf(field)} ${reason}` : reason)) ?? [];
  return (wrong.length > 0 ? wrong : fields.flatMap(({problems}) => [...problems])).join('\n');
}

/** What was given and is not in the request: it must not be left out in silence. */
function unsent({change, named, row}: Doing, values: Values): string[] {
  const {draft} = change.get();
  const flags = flagsOf(named.endpoint);
  return [...values].flatMap(([path, value]) => {
    if (equal(valueAt(draft?.body, path), value)) return [];
    // An edit sends only what differs.
    if (named.endpoint.method === 'PUT' && equal(valueAt(row, path) ?? null, value)) return [];
    const flag = flags.find(candidate => candidate.path === path);
    return [flag ? `--${flag.name}` : path];
  });
}

function dryText({method, path, body, curl}: Preview, line: DoLine): string {
  if (line.curl) return `${curl}\n`;
  if (!line.json) return `${method} ${path}\n${body === undefined ? '' : `${body}\n`}`;
  const sent: unknown = body === undefined ? undefined : JSON.parse(body);
  return `${JSON.stringify({method, path, body: sent}, undefined, 2)}\n`;
}

function previewText({method, path, differences, warnings, charges}: Preview, account: Account): string {
  const lines = differences.map(({title, before, after}) =>
    before === undefined ? `  ${title}: ${after ?? 'none'}` : `  ${title}: ${before} → ${after ?? 'none'}`,
  );
  const notes = [...(charges ? ['This starts or raises billing.'] : []), ...warnings].map(note => `  ! ${note}`);
  return `${[`${account.profile.name}: ${method} ${path}`, ...lines, ...notes].map(text => clean(text)).join('\n')}\n`;
}

/** @throws Usage where nobody can be asked */
async function isAgreed(doing: Doing, preview: Preview, typing: string | undefined): Promise<boolean> {
  const {line, account, surroundings} = doing;
  const {ask, err} = surroundings;
  if (line.yes) {
    if (typing === undefined || line.confirm === typing) {
      if (preview.charges) err('this starts or raises billing\n');
      for (const warning of preview.warnings) err(`${clean(warning)}\n`);
      return true;
    }
    throw new Usage(
      line.confirm === undefined
        ? `this cannot be undone: it needs --confirm ${quoted(clean(typing))} beside --yes`
        : `--confirm ${quoted(line.confirm)} is not what it is about: that is ${quoted(clean(typing))}`,
    );
  }
  if (!ask) throw new Usage('nobody can be asked here: --yes sends it, --dry-run shows what would be sent');
  err(previewText(preview, account));
  if (typing === undefined) return /^y(?:es)?$/i.test((await ask('Send it? [y/N] ')).trim());
  if (line.confirm === typing) return /^y(?:es)?$/i.test((await ask('This cannot be undone. Send it? [y/N] ')).trim());
  return (await ask(`This cannot be undone. Type ${clean(typing)} to send it: `)).trim() === typing;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

async function send(doing: Doing): Promise<number> {
  const {change, session, clock, line, surroundings} = doing;
  const {out, err} = surroundings;
  // Only events after this one can be about what is sent.
  if (line.wait) await until(session.status, ({liveness}) => liveness !== 'connecting');
  const since = session.events.get()[0]?.id ?? 0;
  await change.send();
  const {step, outcome: at, refusal} = change.get();
  if (step === 'form' || !at) return refuse(doing, {words: problemLines(doing), ...(refusal && {failure: refusal})});
  if (at.unknown) {
    err(`${clean(at.words)}\n`);
    const limit = {clock, milliseconds: doubtAtMost};
    const known = await until(change, ({outcome}) => outcome !== undefined && !outcome.unknown, limit);
    if (!known?.outcome?.ok) {
      err(
        `skydeck: ${clean(known?.outcome?.words ?? 'whether it was done is not known: look before doing it again')}\n`,
      );
      return exitCodes.failed;
    }
  } else if (!at.ok) return refuse(doing, at);
  const {outcome = at} = change.get();
  if (line.json) out(`${JSON.stringify(outcome.answer ?? {}, undefined, 2)}\n`);
  else {
    out(`${clean(outcome.words)}\n`);
    for (const {title, value} of outcome.revealed ?? []) out(`${title}: ${clean(value)}\n`);
  }
  if (!line.wait) return exitCodes.done;
  const {code, words} = await settle({...doing, answer: outcome.answer, since, timeout: line.timeout});
  err(`${clean(words)}\n`);
  return code;
}
