/** Actions of a family that the list of another family offers: "Attach a Volume…" among the volumes of an instance. */
import type {AnyBorrowedAction, AnyRow} from '../../../families/shape/define-family.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {ChangePorts} from '../../context/ports.ts';
import {openSelectList} from '../../models/select-list.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import {loadRows} from './required-rows.ts';
import {startChange} from './start-change.ts';

/** @param offered the subject: the selected rows if the action applies to each, otherwise the row under the cursor */
export async function startBorrowedAction(
  context: ChangePorts,
  borrowed: AnyBorrowedAction,
  offered: ActionSubject,
): Promise<void> {
  const {family: lender, rows, params} = offered;
  const {lookup} = context.session;
  const family = context.family(borrowed.family);
  const [row] = rows;
  const actionContext = {row, lookup, params};
  if (borrowed.requiredList && !(await loadLists(context, borrowed.requiredList, offered))) return;
  const targetParams = borrowed.listParams?.(actionContext) ?? {};
  // The action changes resources of another family for all selected rows of this list.
  const sent = offered.sent && (() => offered.sent?.(rows));
  const request = {family, name: borrowed.action, params: targetParams, title: borrowed.title, sent};
  const initial = Object.entries(borrowed.initialValues?.(actionContext) ?? {});
  const left = Object.fromEntries(initial.filter(([, value]) => value === null));
  const initialValues = Object.fromEntries(initial.filter(([, value]) => value !== null));
  const presetValues = {...borrowed.presetValues(actionContext), ...left};
  const only = borrowed.only?.(actionContext);
  const {pick, target} = borrowed;
  if (pick === undefined && target !== undefined) {
    const {byId} = context.session.collection(family.id, targetParams).getState();
    const targets = (rows.length === 0 ? [undefined] : rows).flatMap(row => {
      const id = target({row, lookup, params});
      const found = id === undefined ? undefined : byId.get(id);
      if (id !== undefined && found === undefined) context.say(`${family.one} ${id} is not read yet`, 'attention');
      return found === undefined ? [] : [{found, reason: borrowed.unless?.({row, lookup, params})}];
    });
    const reasons = new Map(targets.map(({found, reason}) => [found, reason]));
    const unless = (found: AnyRow | undefined) => found && reasons.get(found);
    const found = targets.map(target => target.found);
    if (targets.length > 0)
      await startChange(context, {...request, rows: found, presetValues, initialValues, only, unless});
    return;
  }
  // The action applies to the picked resource, unless that is the value of a field in an action on the list.
  const isList = family.actions[borrowed.action]?.on === 'list';
  // The action opens a form of another family with a preset value, and the form itself wouldn't name the row.
  const label = (isList && borrowed.on === 'row' && row && lender.label(row)) || undefined;
  const begin = (picked: AnyRow | undefined): Promise<void> =>
    startChange(context, {
      ...request,
      about: label,
      rows: [isList ? undefined : picked],
      presetValues:
        picked === undefined ? presetValues : {...borrowed.presetValues({...actionContext, picked}), ...left},
      initialValues,
      only,
    });
  if (pick === undefined) {
    await begin(undefined);
    return;
  }
  const collection = context.session.collection(family.id, targetParams);
  const candidates = () =>
    collection
      .getState()
      .rows.map(candidate => ({
        candidate,
        text: family.label(candidate),
        unless: pick.unless?.({...actionContext, candidate}),
      }))
      // Available options are first; disabled options stay visible with their reason.
      .sort((a, b) => Number(a.unless !== undefined) - Number(b.unless !== undefined));
  const list = openSelectList(context, {
    title: pick.title,
    prompt: ' ',
    choices: typed =>
      rankMatches(typed, candidates(), ({text}) => text).map(({candidate, text, unless}) => ({
        text,
        detail: family.summary?.(candidate, lookup) ?? family.idText(candidate, lookup),
        unless,
        run: () => begin(candidate),
      })),
    nothing: typed =>
      typed !== ''
        ? `no ${family.one} fits ${typed}`
        : collection.getState().isComplete
          ? `no ${family.title}`
          : 'loading…',
    at: 'center',
    onClosed: () => stop(),
  });
  const stop = collection.subscribe(() => list.refreshChoices());
}

/** Reads the list that the action needs for each row. Returns false after a failure, which is reported. */
async function loadLists(
  context: ChangePorts,
  requiredList: NonNullable<AnyBorrowedAction['requiredList']>,
  {rows, params}: ActionSubject,
): Promise<boolean> {
  const {session} = context;
  for (const row of rows) {
    const list = requiredList({row, lookup: session.lookup, params});
    if (!(await loadRows(context, session.collection(list.family, list.params), undefined))) return false;
  }
  return true;
}
