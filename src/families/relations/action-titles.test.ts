import {expect, test} from 'vitest';
import {families} from '../registry.ts';
import {actionTitle} from './action-titles.ts';

const title = (operation: string, method = 'POST') => actionTitle(families, {operation, method});

test('an operation goes by the title of its action', () => {
  expect(title('volumes.update', 'PUT')).toBe('Edit');
  expect(title('objectStorage.cancel')).toBe('Cancel Object Storage');
  // One that nobody offers any more, of a record of another time.
  expect(title('volumes.polish')).toBe('volumes.polish');
});

test('what goes to a pre-signed address goes by what is done there', () => {
  expect(title('objectStorage.objects.createUrl', 'DELETE')).toBe('Delete');
  expect(title('objectStorage.objects.createUrl')).toBe('Pre-signed address');
});

test('no action goes by its ID', () => {
  const actions = families.flatMap(({actions}) =>
    Object.values(actions).filter(({elsewhere}) => elsewhere === undefined),
  );
  expect(actions.filter(({title}) => !title).map(({operation}) => operation)).toEqual([]);
});
