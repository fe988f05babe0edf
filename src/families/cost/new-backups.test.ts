import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {settingsRow} from '../testing/account-rows.ts';
import {formContext} from '../testing/form-context.ts';
import {plan} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const under = (isOn: boolean) =>
  lookupFrom({lists: {types: [plan()], 'account.settings': [settingsRow({backups_enabled: isOn})]}});

test.each(['create', 'clone'])('the form of %s has backups on if the account enables them for new instances', name => {
  const input = familyOf('instances').actions[name]?.form?.backups_enabled;
  expect(input?.initial?.(formContext({lookup: under(true)}))).toBe(true);
  expect(input?.initial?.(formContext({lookup: under(false)}))).toBeUndefined();
  expect(input?.initial?.(formContext({lookup: lookupFrom({failed: ['account.settings']})}))).toBeUndefined();
});

test('the preview of a new instance states the price of backups that the request leaves out, and why', () => {
  const body = {type: plan().id, region: 'us-east', backups_enabled: false, image: 'compute/debian12'};
  const texts = (lookup: ReturnType<typeof lookupFrom>) =>
    familyOf('instances').actions.create?.warnings?.({row: undefined, lookup, params: {}, body}) ?? [];
  expect(texts(under(true)).join(' ')).toMatch(/for backups, billed.*backups anyway: the account enables them/);
  expect(texts(under(false)).join(' ')).not.toContain('backups');
  expect(texts(lookupFrom({lists: {types: [plan()]}, failed: ['account.settings']}))[0]).toContain(
    'for backups if the account enables them',
  );
});
