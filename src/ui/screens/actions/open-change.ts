/** Opens the four steps of a change, with the services of the console that they need. */
import {scopeAreas, todayScopeAreas} from '../../../families/profile/scopes.ts';
import type {Family, RowId} from '../../../families/shape/define-family.ts';
import {isApiOfToday} from '../../../store/cache/collection-state.ts';
import type {BatchPlan} from '../../../store/changes/batch/batch-plan.ts';
import {parentLabel} from '../../../store/core/parent-label.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {Overlay} from '../../context/overlay-stack.ts';
import type {ChangePorts, NavigationPort, SessionPort} from '../../context/ports.ts';
import {ChangeFlow, type ChangeHost} from '../../models/change/change-flow.ts';
import {createdRow} from '../../models/change/created-row.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';
import {isListView} from '../shared/is-list-view.ts';
import {saveText} from '../shared/save-text.ts';
import {editField} from './edit-field.ts';
import {editPlan} from './edit-plan.ts';

/** @param hasForm true if the preview can return to a form */
export function openChange(
  context: ChangePorts,
  plan: BatchPlan,
  {hasForm = plan.state().step === 'form'}: {hasForm?: boolean} = {},
): void {
  const overlay: Overlay<ChangeFlow> = context.overlays.open(
    new ChangeFlow(createChangeHost(context), plan, hasForm, () => overlay.close()),
  );
}

function createChangeHost(context: ChangePorts): ChangeHost {
  const {session, clock, overlays} = context;
  return {
    session,
    clock,
    overlays,
    // The settings may be reloaded while the change is open.
    get keymap() {
      return context.keymap;
    },
    get profile() {
      return context.profile;
    },
    say: (text, tone) => context.say(text, tone),
    fail: error => context.fail(error),
    press: stroke => context.press(stroke),
    spellScopeArea: area => session.lookup.spell('scopes', `${area}:`).slice(0, -1),
    scopeAreas() {
      const isToday = isApiOfToday(context.families, ({id}) => session.collection(id).getState());
      return isToday ? {...scopeAreas, ...todayScopeAreas} : scopeAreas;
    },
    followScopeAreas(changed) {
      // A list of today's API shows whether the account's API is that of today.
      const family = context.families.find(({today, group}) => today && group !== undefined && group !== 'more');
      return family === undefined ? () => {} : session.collection(family.id).subscribe(changed);
    },
    copyText: (text, name) => copyText(context, text, name),
    saveText: (name, text) => saveText(context, name, text),
    parentLabel: (family, params) =>
      parentLabel(
        {lookup: session.lookup, findFamily: id => context.families.find(candidate => candidate.id === id)},
        family,
        params,
      ),
    editField: (field, set) => editField(context, field, set),
    async editPlan(plan) {
      await editPlan(context, plan);
    },
    moveToCreated: plan => moveToCreated(context, plan.family, plan),
    openChange: (plan, options) => openChange(context, plan, options),
  };
}

/** Moves the cursor of the list below the form to the created resource, which may be a thousand rows away. */
function moveToCreated({navigation, session}: NavigationPort & SessionPort, family: Family, {lead}: BatchPlan): void {
  const row = createdRow(lead, lead.getState().outcome?.response);
  const view = navigation.current.getState();
  if (row === undefined || !isListView(view)) return;
  const id = family.key(row);
  /** The key of the resource in a list; undefined if the list doesn't have it. */
  const keyIn = ({family: listed, params}: Pick<ActionSubject, 'family' | 'params'>): RowId | undefined => {
    if (listed.id === family.id)
      return Object.entries(lead.params).every(([name, value]) => params[name] === value) ? id : undefined;
    // A row that represents the resource: a database in the list of all engines.
    const ref = listed.represents?.(row, session.lookup, params)?.ref;
    return ref?.family === family.id && ref.id === id ? listed.key(row) : undefined;
  };
  const list = view.inDetail.getState() ? view.detail.creationSubject() : view;
  const key = list && keyIn(list);
  if (key === undefined) return;
  if (list === view) view.model.moveToId(key);
  else view.detail.moveToKey(String(key));
}
