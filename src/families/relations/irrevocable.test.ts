/** Each action of each family has an undo, or a reason why the action can't be undone. */
import {describe, expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {families} from '../registry.ts';
import {irrevocable} from './irrevocable.ts';

const endpoints = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));
const actions = families.flatMap(family =>
  Object.values(family.actions)
    .filter(({elsewhere}) => elsewhere === undefined)
    .map(action => ({family, action})),
);

test("every action has either an undo or a reason why it can't be undone", () => {
  const invalid = actions.filter(({action}) => (action.undo === undefined) !== action.operation in irrevocable);
  expect(invalid.map(({action}) => action.operation)).toEqual([]);
});

test('every reason is for an offered action', () => {
  const operations = new Set(actions.map(({action}) => action.operation));
  expect(Object.keys(irrevocable).filter(operation => !operations.has(operation))).toEqual([]);
});

/** Operations that change fields, power or attachments, and that can always be undone. */
const reversible =
  /\.(update|attach|detach|boot|shutdown|enable|disable)$|\.records\.|(?<!^kube\.clusters)\.nodes\.|\.devices\./;
/** Operations on secrets, and on pictures, access controls and sets of firewalls, whose earlier values are not in the row. */
const unknownBefore =
  /thumbnail|access\.update|acl\.update|profile\.(devices\.delete|tfa\.(enable|disable))|backups\.takeSnapshot|^(instances|nodebalancers)\.firewalls\.update/;

test('actions that set fields, power or attachments can be undone', () => {
  const missing = actions
    .filter(({action}) => reversible.test(action.operation) && !unknownBefore.test(action.operation))
    .filter(({action}) => action.undo === undefined);
  expect(missing.map(({action}) => action.operation)).toEqual([]);
});

describe('a new resource', () => {
  const creatingActions = actions.filter(({family, action: {undo}}) => {
    const back = undo && family.actions[undo.action];
    return back && endpoints.get(back.operation)?.method === 'DELETE' && back.on === 'row';
  });
  test.each(
    creatingActions.map(({family, action}) => [action.operation, family, action] as const),
  )('by %s is in the answer, or is the row itself', (operation, family, action) => {
    const source = endpoints.get(family.source)?.spec;
    const listed = source?.page ?? source?.responseModel;
    const answersRow = action.createdRow !== undefined || endpoints.get(operation)?.spec.responseModel === listed;
    expect(answersRow || action.on === 'row').toBe(true);
    // On an existing row, the undo applies to that row by default: an action that creates another one must set `of`.
    if (answersRow && action.on === 'row' && endpoints.get(operation)?.method === 'POST' && !family.single)
      expect(action.undo?.target).toBe('created');
  });
});
