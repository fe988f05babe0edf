import {expect, test} from 'vitest';
import {families} from '../registry.ts';
import {actionTitle} from './action-titles.ts';

const title = (operation: string, method = 'POST') => actionTitle(families, {operation, method});

test('an operation has the title of its action', () => {
  expect(title('volumes.update', 'PUT')).toBe('Edit');
  expect(title('objectStorage.cancel')).toBe('Cancel Object Storage');
  // An old record of the change log may contain an operation that no longer exists.
  expect(title('volumes.polish')).toBe('volumes.polish');
});

test('a request to a signed URL has the title of its effect', () => {
  expect(title('objectStorage.objects.createUrl', 'DELETE')).toBe('Delete');
  expect(title('objectStorage.objects.createUrl')).toBe('Pre-signed URL by object name');
});

test('every action has a title', () => {
  const actions = families.flatMap(({actions}) =>
    Object.values(actions).filter(({elsewhere}) => elsewhere === undefined),
  );
  expect(actions.filter(({title}) => !title).map(({operation}) => operation)).toEqual([]);
});
