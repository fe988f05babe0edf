/** The object as JSON in the user's editor; what was changed there becomes an ordinary change with its preview. */
import type {Deck} from '../../deck.ts';
import {openChange} from '../change/change.ts';
import {planFor} from '../change/plan.ts';
import {resolve, type Subject} from '../change/subject.ts';

export async function editAsJson(deck: Deck, subject: Subject): Promise<void> {
  const {family, rows, params} = resolve(deck, subject);
  const [row] = rows;
  if (row === undefined || family.actions.update === undefined) {
    deck.say(`a ${family.one} cannot be edited here`, 'attention');
    return;
  }
  const plan = planFor(deck, {family, name: 'update', rows: [row], params});
  if (plan === undefined) {
    deck.say(deck.session.unless(family.id, 'update', row, params) ?? 'cannot be edited now', 'attention');
    return;
  }
  const {editText} = await import('../../../platform/editor.ts');
  const edited = await deck.terminal.suspended(() =>
    editText(`${JSON.stringify(row, null, 2)}\n`, '.json', process.env),
  );
  if (edited.kind !== 'changed') {
    plan.close();
    deck.say(
      edited.kind === 'failed' ? edited.words : 'nothing was changed',
      edited.kind === 'failed' ? 'failed' : 'plain',
    );
    return;
  }
  const value = parsed(edited.text);
  if (value === undefined) {
    plan.close();
    deck.say('that is no JSON object; nothing was changed', 'failed');
    return;
  }
  const paths = new Set(plan.state().fields.map(({path}) => path));
  const changed = differing(row, value, '');
  const refused = changed.filter(({path}) => !paths.has(path));
  for (const {path, value} of changed) if (paths.has(path)) plan.set(path, value);
  if (refused.length > 0)
    deck.say(`read-only, left as it is: ${refused.map(({path}) => path).join(', ')}`, 'attention');
  if (changed.length === refused.length) {
    plan.close();
    return;
  }
  plan.toPreview();
  openChange(deck, plan, true);
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? {...value} : undefined;
  } catch {
    return undefined;
  }
}

/** Dotted paths of what differs; lists count as a whole. */
function differing(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  at: string,
): {readonly path: string; readonly value: unknown}[] {
  return Object.keys({...before, ...after}).flatMap(key => {
    const path = at === '' ? key : `${at}.${key}`;
    const [old, now] = [before[key], after[key]];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const nested = isObject(old) && isObject(now);
    return nested ? differing(old, now, path) : [{path, value: now}];
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
