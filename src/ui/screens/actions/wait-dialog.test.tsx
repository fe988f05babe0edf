import {expect, test} from 'vitest';
import {createAccountStore} from '../../../store/session/account-store.ts';
import type {Session} from '../../../store/session/session.ts';
import type {Operation} from '../../../store/sync/operation.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {dialogRows, renderComponent} from '../../components/testing.tsx';
import {createOverlayStack, type Overlay} from '../../context/overlay-stack.ts';
import {WaitDialog} from './wait-dialog.tsx';
import {showWait, type WaitModel} from './wait-until-possible.ts';

test('a wait dialog shows the progress of the operation, and closing it cancels the wait', () => {
  const account = createAccountStore();
  const overlays = createOverlayStack();
  let line = 'web-01 is shutting down: 40%.';
  let isCanceled = false;
  showWait(
    {session: testDouble<Session>({account}), overlays, say() {}},
    {
      title: 'Undo: Shut down web-01',
      lines: () => [line],
      cancel: () => {
        isCanceled = true;
      },
    },
  );
  const overlay = overlays.stack.getState()[0] as Overlay<WaitModel>;
  const rows = (): readonly string[] => {
    using screen = renderComponent(<WaitDialog overlay={overlay} />);
    return dialogRows(screen.rows());
  };
  expect(rows()[0]).toContain('web-01 is shutting down: 40%.');
  expect(rows()[1]).toContain('The preview opens when the operation ends.');
  line = 'web-01 is shutting down: 80%.';
  account.update('operations', 'setOperations', [testDouble<Operation>({})]);
  expect(rows()[0]).toContain('80%');
  overlay.model.layers()[0]?.handler('close')?.run('');
  expect([isCanceled, overlays.stack.getState()]).toEqual([true, []]);
});
