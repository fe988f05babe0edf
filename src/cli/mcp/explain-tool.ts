/** A tool that explains actions: their fields, permissions, cost and undo. It reads no data of the account. */
import {z} from 'zod';
import {chargeOf} from '../../families/cost/price-changes.ts';
import {withoutEllipsis} from '../../families/format/format.ts';
import {families} from '../../families/registry.ts';
import {irreversibleReason} from '../../store/changes/preview/undo.ts';
import {flagsOf} from '../args/action-flags.ts';
import {actionName, actionsOf, documentedPath, type NamedAction, resolveAction} from '../args/action-names.ts';
import {describeFlag, isRequiredFlag} from '../args/describe-flag.ts';
import {resolveFamily} from '../args/readable-names.ts';
import {defineTool, typeInput} from './agent-tool.ts';

export const explainTool = defineTool({
  name: 'explain_action',
  title: 'Explain an action',
  description:
    'Explains an action such as instances.resize: its fields, needed scopes, cost, confirmation and undo. With type, lists the actions of a resource type; without both, lists all types with their actions. Sends nothing.',
  isReading: true,
  input: z.strictObject({
    action: z.string().min(1).max(100).optional().describe('Such as instances.resize'),
    type: typeInput.optional(),
  }),
  async run({action, type}) {
    if (action !== undefined) return explainAction(resolveAction(action));
    if (type !== undefined) {
      const family = resolveFamily(type);
      return {type: family.id, actions: actionsOf(family).map(summaryOf)};
    }
    const types = families.map(family => ({type: family.id, actions: actionsOf(family).map(({name}) => name)}));
    return {types: types.filter(({actions}) => actions.length > 0)};
  },
});

const summaryOf = (namedAction: NamedAction) => ({
  action: actionName(namedAction),
  title: withoutEllipsis(namedAction.action.title ?? namedAction.name),
});

function explainAction(namedAction: NamedAction) {
  const {family, action, endpoint, idNames, identifiers} = namedAction;
  const {confirm = 'none', risk} = action;
  const reason = irreversibleReason(action, undefined, undefined);
  return {
    ...summaryOf(namedAction),
    type: family.id,
    request: `${endpoint.method} ${documentedPath(endpoint.path, identifiers)}`,
    ids: [...idNames],
    fields: flagsOf(endpoint, action, identifiers).map(flag => ({
      name: identifiers.fieldName(flag.path),
      required: isRequiredFlag(flag),
      description: describeFlag(flag, action, identifiers),
      ...(flag.input && {is_file: true}),
    })),
    scopes: [...(endpoint.spec.scopes ?? [])],
    billed: chargeOf(action.operation, risk, endpoint.spec.charges === true) !== undefined,
    confirmation: typeof confirm === 'string' ? confirm : `type the ${confirm.typing}`,
    risk: typeof risk === 'function' ? 'depends on the resource' : (risk ?? null),
    undo: reason === undefined ? 'can be undone' : `can’t be undone. ${reason}`,
  };
}
